// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A message between the host and a plugin: one line of JSON-RPC 2.0.
///
/// Batches are not supported: a line with an array is not a message.
public enum RPCMessage: Hashable, Sendable {
    /// A request, which is answered under its id.
    case request(id: JSON, method: String, params: JSONObject)
    /// A notification, which gets no answer.
    case notification(method: String, params: JSONObject)
    /// The answer to a request.
    case response(id: JSON, result: JSON)
    /// The error answer to a request. The id is null if the request could not be parsed.
    case failure(id: JSON, RPCError)

    /// Parses a message from a line, with or without its line feed.
    ///
    /// Unknown members are ignored, and `params` may be missing.
    ///
    /// - Throws: `RPCFault` if the line is not a message.
    public init(line: [UInt8], limits: JSONLimits = PluginLimits.message) throws(RPCFault) {
        let json: JSON
        do throws(JSONError) {
            json = try JSON.parse(line, limits: limits)
        } catch {
            throw RPCFault("not JSON: \(error.message), in column \(error.column)")
        }
        guard let object = json.objectValue else { throw RPCFault("JSON, but not an object") }
        guard object["jsonrpc"] == "2.0" else { throw RPCFault("an object without \"jsonrpc\":\"2.0\"") }
        if let method = object["method"] {
            try self.init(method: method, of: object)
        } else {
            try self.init(answer: object)
        }
    }

    private init(method: JSON, of object: JSONObject) throws(RPCFault) {
        guard let method = method.stringValue else { throw RPCFault("a request whose method is not a string") }
        let params: JSONObject
        switch object["params"] {
        case nil, .null: params = [:]
        case .object(let object): params = object
        default: throw RPCFault("the request \(method) whose params are not an object")
        }
        guard let id = object["id"] else {
            self = .notification(method: method, params: params)
            return
        }
        guard Self.isID(id) else { throw RPCFault("the request \(method) whose id is neither a string nor a number") }
        self = .request(id: id, method: method, params: params)
    }

    private init(answer object: JSONObject) throws(RPCFault) {
        guard let id = object["id"], Self.isID(id) || id.isNull else {
            throw RPCFault("an object with neither a method nor an id")
        }
        switch (object["result"], object["error"]) {
        case (let result?, nil): self = .response(id: id, result: result)
        case (nil, let error?): self = .failure(id: id, RPCError(error))
        case (nil, nil): throw RPCFault("an answer with neither a result nor an error")
        default: throw RPCFault("an answer with both a result and an error")
        }
    }

    private static func isID(_ id: JSON) -> Bool { id.stringValue != nil || id.intValue != nil }

    /// The message as a line, with its line feed.
    public var line: [UInt8] {
        var object: JSONObject = ["jsonrpc": "2.0"]
        switch self {
        case .request(let id, let method, let params):
            object["id"] = id
            object["method"] = .string(method)
            object["params"] = .object(params)
        case .notification(let method, let params):
            object["method"] = .string(method)
            object["params"] = .object(params)
        case .response(let id, let result):
            object["id"] = id
            object["result"] = result
        case .failure(let id, let error):
            object["id"] = id
            object["error"] = error.json
        }
        return object.compactBytes() + [UInt8(ascii: "\n")]
    }
}

extension RPCMessage {
    /// Returns the line of a response whose result is given as bytes, which must be JSON without line feeds.
    public static func line(answering id: JSON, result: [UInt8]) -> [UInt8] {
        Array(#"{"id":"#.utf8) + id.compactBytes() + Array(#","jsonrpc":"2.0","result":"#.utf8) + result
            + Array("}\n".utf8)
    }
}

/// The reason why a line is not a message.
public struct RPCFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the line's fault.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
