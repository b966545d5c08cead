// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A change of documents that a plugin proposes. The host checks it against what the plugin may write and against the
/// schemas; the changes of one request become one commit, or none.
public enum PluginChange: Hashable, Sendable {
    /// A new document with these fields. One with a key gets an id that follows from it, and nothing happens where a
    /// document of that id is there already, whatever it holds: so a file that is imported again changes nothing.
    case create(DocumentKind, key: String?, fields: JSONObject)
    /// New values of fields; null clears one. `adding` and `removing` are values of fields that are sets.
    case update(DocumentKind, DocumentID, fields: JSONObject, adding: JSONObject, removing: JSONObject)
    /// Into the trash.
    case delete(DocumentKind, DocumentID)
    /// A document as an export wrote it, with its id and, where it has one, its history of merging (`~merge`). Nothing
    /// happens where a document of that id is there already.
    case restore(JSONObject)

    /// The kind of document that changes; nil where a restored document does not say.
    public var kind: DocumentKind? {
        switch self {
        case .create(let kind, _, _), .update(let kind, _, _, _, _), .delete(let kind, _): kind
        case .restore(let document): document["kind"]?.stringValue.map { DocumentKind(rawValue: $0) }
        }
    }

    /// The id of the document that a plugin makes under a key, in a family: the same each time and on every device.
    ///
    /// A UUID of version 5 (RFC 9562) in the namespace of the family's id, of the plugin's id, a slash and the key.
    public static func id(ofKey key: String, plugin: String, family: DocumentID) -> DocumentID {
        DocumentID.derived(namespace: family, name: "\(plugin)/\(key)")
    }

    /// The change as messages hold it.
    public var json: JSON {
        switch self {
        case .create(let kind, let key, let fields):
            var object: JSONObject = ["create": .string(kind.rawValue), "fields": .object(fields)]
            if let key { object["key"] = .string(key) }
            return .object(object)
        case .update(let kind, let id, let fields, let adding, let removing):
            var object: JSONObject = ["update": .string(kind.rawValue), "id": .string(id.description)]
            if !fields.isEmpty { object["fields"] = .object(fields) }
            if !adding.isEmpty { object["add"] = .object(adding) }
            if !removing.isEmpty { object["remove"] = .object(removing) }
            return .object(object)
        case .delete(let kind, let id):
            return .object(["delete": .string(kind.rawValue), "id": .string(id.description)])
        case .restore(let document): return .object(["restore": .object(document)])
        }
    }

    /// A change from a message.
    ///
    /// - Throws: `RPCError` (`invalidParams`) that says what is wrong with it.
    public init(_ json: JSON) throws(RPCError) {
        guard let object = json.objectValue else { throw Self.fault("a change should be an object, and one is not") }
        let fields = try Self.object("fields", of: object)
        if let kind = object["create"]?.stringValue {
            self = .create(DocumentKind(rawValue: kind), key: object["key"]?.stringValue, fields: fields)
        } else if let kind = object["update"]?.stringValue {
            self = .update(
                DocumentKind(rawValue: kind), try Self.id(of: object), fields: fields,
                adding: try Self.object("add", of: object), removing: try Self.object("remove", of: object))
        } else if let kind = object["delete"]?.stringValue {
            self = .delete(DocumentKind(rawValue: kind), try Self.id(of: object))
        } else if let document = object["restore"]?.objectValue {
            self = .restore(document)
        } else {
            throw Self.fault("a change should have one of create, update, delete (with a kind) or restore (a document)")
        }
    }

    private static func id(of object: JSONObject) throws(RPCError) -> DocumentID {
        guard let id = object["id"]?.stringValue.flatMap({ DocumentID($0) }) else {
            throw fault("the id of a change should be a UUID in lower case")
        }
        return id
    }

    private static func object(_ name: String, of object: JSONObject) throws(RPCError) -> JSONObject {
        switch object[name] {
        case nil, .null: return [:]
        case .object(let object): return object
        default: throw fault("‘\(name)’ of a change should be an object")
        }
    }

    private static func fault(_ message: String) -> RPCError { RPCError(.invalidParams, message) }
}
