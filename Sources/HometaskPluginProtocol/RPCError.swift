// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The reason why a request failed, in the form of JSON-RPC 2.0.
public struct RPCError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error code, either from the standard (section 5.1) or from the range reserved for applications.
    public var code: Int
    /// One sentence for people.
    public var message: String
    /// What to do next; nil if there is no useful hint.
    public var hint: String?

    /// Creates an error with one of the protocol's codes.
    public init(_ code: Code, _ message: String, hint: String? = nil) {
        self.code = code.rawValue
        self.message = message
        self.hint = hint
    }

    /// The error codes of the protocol.
    public enum Code: Int, Sendable {
        /// The line is not JSON.
        case parse = -32700
        /// The JSON is not a request.
        case invalidRequest = -32600
        /// The method is unknown.
        case methodNotFound = -32601
        /// The parameters do not fit the method.
        case invalidParams = -32602
        /// An internal fault of the answering side.
        case internalFault = -32603
        /// Refused for a reason that the user can fix, such as a wrong option or a file in another format.
        case refused = -32000
        /// The plugin lacks the permission, because it was not declared or not granted.
        case forbidden = -32001
        /// The request was cancelled.
        case cancelled = -32002
        /// None of the offered protocol versions is supported.
        case version = -32003
        /// A message, an answer or a number of changes is too large.
        case tooLarge = -32004
        /// An external service cannot be reached at present; a retry may succeed.
        case unavailable = -32005
    }

    /// The code, if it is one of the protocol's.
    public var kind: Code? { Code(rawValue: code) }

    /// The message, without the code and the hint.
    public var description: String { message }

    /// Reads an error from the member `error` of an answer; missing members get defaults, since a malformed error is
    /// still an error.
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
