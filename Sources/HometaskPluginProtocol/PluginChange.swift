// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A change of documents that a plugin proposes. The host checks it against the plugin's write permissions and the
/// schemas; the changes of one request become one commit, or none.
public enum PluginChange: Hashable, Sendable {
    /// Creates a document with these fields. With a key, the id is derived from the key, and nothing happens if a
    /// document with that id already exists, whatever its contents; importing a file again is therefore a no-op.
    case create(DocumentKind, key: String?, fields: JSONObject)
    /// Sets fields to new values; null clears a field. `adding` and `removing` are values of fields that are sets.
    case update(DocumentKind, DocumentID, fields: JSONObject, adding: JSONObject, removing: JSONObject)
    /// Moves the document of this kind and id to the trash.
    case delete(DocumentKind, DocumentID)
    /// Restores a document as an export wrote it, with its id and, if present, its merge state (`~merge`). Does nothing
    /// if a document with that id already exists.
    case restore(JSONObject)
    /// The values that a file has for an existing document, such as one that an export wrote; imports only. They are
    /// compared with the document, like those of a `create` whose document already exists.
    case match(DocumentKind, DocumentID, fields: JSONObject)

    /// The kind of document that changes; nil for a restored document without a kind.
    public var kind: DocumentKind? {
        switch self {
        case .create(let kind, _, _), .update(let kind, _, _, _, _), .delete(let kind, _), .match(let kind, _, _): kind
        case .restore(let document): document["kind"]?.stringValue.map { DocumentKind(rawValue: $0) }
        }
    }

    /// Returns the id derived from a plugin's key in a family, the same on every device.
    ///
    /// The id is a version 5 UUID (RFC 9562) in the namespace of the family's id, from the plugin's id, a slash and the
    /// key.
    public static func id(ofKey key: String, plugin: String, family: DocumentID) -> DocumentID {
        DocumentID.derived(namespace: family, name: "\(plugin)/\(key)")
    }

    /// The change in the form of messages.
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
        case .match(let kind, let id, let fields):
            return .object([
                "match": .string(kind.rawValue), "id": .string(id.description), "fields": .object(fields),
            ])
        }
    }

    /// Reads a change from a message, and checks it against the schema of the protocol: it must have exactly one of the
    /// forms, with members of the right types.
    ///
    /// - Throws: `RPCError` (`invalidParams`) with a description of the fault.
    public init(_ json: JSON) throws(RPCError) {
        guard let object = json.objectValue else { throw Self.fault("a change should be an object") }
        let forms = ["create", "update", "delete", "restore", "match"].filter { object[$0] != nil }
        guard let form = forms.first, forms.count == 1 else {
            throw Self.fault(
                "a change should have one of create, update, delete, match (with a kind) or restore (a document)")
        }
        try Self.checkOrigin(object)
        if form == "restore" {
            guard let document = object["restore"]?.objectValue, Self.isKind(document["kind"]), Self.id(document) != nil
            else { throw Self.fault("‘restore’ of a change should be a document with its kind and id") }
            self = .restore(document)
            return
        }
        guard Self.isKind(object[form]), let name = object[form]?.stringValue else {
            throw Self.fault("‘\(form)’ of a change should be a kind of documents")
        }
        let kind = DocumentKind(rawValue: name)
        if form == "create" {
            guard let fields = object["fields"]?.objectValue else {
                throw Self.fault("a change that creates something should have ‘fields’, an object")
            }
            self = .create(kind, key: try Self.key(object), fields: fields)
            return
        }
        guard let id = Self.id(object) else { throw Self.fault("the id of a change should be a UUID in lower case") }
        if form == "delete" {
            self = .delete(kind, id)
        } else if form == "match" {
            self = .match(kind, id, fields: try Self.object("fields", of: object))
        } else {
            self = .update(
                kind, id, fields: try Self.object("fields", of: object), adding: try Self.lists("add", of: object),
                removing: try Self.lists("remove", of: object))
        }
    }

    /// Checks the members that describe the origin of an imported change and the notes about it.
    private static func checkOrigin(_ object: JSONObject) throws(RPCError) {
        if let line = object["line"], line.intValue ?? 0 < 1 {
            throw fault("‘line’ of a change should be a whole number from 1")
        }
        for name in ["item", "note"] where object[name] != nil && object[name]?.stringValue == nil {
            throw fault("‘\(name)’ of a change should be a text")
        }
        if let uid = object["uid"], !(uid.stringValue.map { isUID($0) } ?? false) {
            throw fault("‘uid’ of a change should be a line of 1 to 200 characters")
        }
        for name in ["empty", "unread"] {
            guard let fields = object[name] else { continue }
            if fields.arrayValue?.allSatisfy({ $0.stringValue != nil }) != true {
                throw fault("‘\(name)’ of a change should be a list of the names of fields")
            }
        }
    }

    /// Whether a text can be stored as a file's own id of a document.
    public static func isUID(_ text: String) -> Bool {
        (1...200).contains(text.unicodeScalars.count)
            && !text.unicodeScalars.contains {
                $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0.value == 0x2028 || $0.value == 0x2029
            }
    }

    private static func isKind(_ json: JSON?) -> Bool {
        guard let bytes = json?.stringValue?.utf8, let first = bytes.first, bytes.count <= 40,
            (0x61...0x7A).contains(first)
        else { return false }
        return bytes.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }

    private static func key(_ object: JSONObject) throws(RPCError) -> String? {
        guard let key = object["key"] else { return nil }
        guard let text = key.stringValue, (1...1000).contains(text.unicodeScalars.count) else {
            throw fault("‘key’ of a change should be a text of 1 to 1000 characters")
        }
        return text
    }

    private static func id(_ object: JSONObject) -> DocumentID? { object["id"]?.stringValue.flatMap { DocumentID($0) } }

    private static func object(_ name: String, of object: JSONObject) throws(RPCError) -> JSONObject {
        guard let value = object[name] else { return [:] }
        guard let members = value.objectValue else { throw fault("‘\(name)’ of a change should be an object") }
        return members
    }

    /// Reads the values to add to or remove from sets. The values of a plugin's own fields are nested one level deeper.
    private static func lists(_ name: String, of object: JSONObject) throws(RPCError) -> JSONObject {
        let lists = try self.object(name, of: object)
        for (field, value) in lists.members {
            guard field == "extensions" else {
                if value.arrayValue != nil { continue }
                throw fault("‘\(name)/\(field.string)’ of a change should be a list")
            }
            guard let plugins = value.objectValue else {
                throw fault("‘\(name)/extensions’ of a change should be an object")
            }
            for (_, own) in plugins.members {
                let lists = own.objectValue?.members.map { $0.1 } ?? [.null]
                guard lists.allSatisfy({ $0.arrayValue != nil }) else {
                    throw fault("‘\(name)/extensions’ of a change should hold lists by plugin and field")
                }
            }
        }
        return lists
    }

    private static func fault(_ message: String) -> RPCError { RPCError(.invalidParams, message) }
}
