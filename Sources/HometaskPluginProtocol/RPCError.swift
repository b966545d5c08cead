// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// Why a request was not carried out, as JSON-RPC 2.0 says it.
public struct RPCError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind: those of the standard (section 5.1), and of the range it leaves to applications.
    public var code: Int
    /// One sentence for people.
    public var message: String
    /// What to do next; nil if there is no useful hint.
    public var hint: String?

    /// Creates an error with a code that the protocol knows.
    public init(_ code: Code, _ message: String, hint: String? = nil) {
        self.code = code.rawValue
        self.message = message
        self.hint = hint
    }

    /// The codes that the protocol knows.
    public enum Code: Int, Sendable {
        /// The line was no JSON.
        case parse = -32700
        /// The JSON was no request.
        case invalidRequest = -32600
        /// The method is unknown.
        case methodNotFound = -32601
        /// The parameters are not what the method takes.
        case invalidParams = -32602
        /// A fault of whoever answers.
        case internalFault = -32603
        /// Refused for a reason that the user can fix, such as a wrong option or a file in another format.
        case refused = -32000
        /// The plugin may not do that: it did not declare it, or it was not granted.
        case forbidden = -32001
        /// The request was cancelled.
        case cancelled = -32002
        /// None of the offered protocol versions is supported.
        case version = -32003
        /// Too large: a message, an answer, a number of changes.
        case tooLarge = -32004
        /// What is needed outside cannot be reached for now; trying again may work.
        case unavailable = -32005
    }

    /// The code, where the protocol knows it.
    public var kind: Code? { Code(rawValue: code) }

    /// The message, without the code and the hint.
    public var description: String { message }

    /// An error from the member `error` of an answer; what is missing is filled in, since an answer that fails badly is
    /// still a failure.
    init(_ json: JSON) {
        code = json["code"]?.intValue ?? Code.internalFault.rawValue
        message = json["message"]?.stringValue ?? "it gave no reason"
        hint = json["data"]?["hint"]?.stringValue
    }

    /// The member `error` of an answer.
    var json: JSON {
        var object: JSONObject = ["code": .number(JSONNumber(code)), "message": .string(message)]
        if let hint { object["data"] = .object(["hint": .string(hint)]) }
        return .object(object)
    }
}
