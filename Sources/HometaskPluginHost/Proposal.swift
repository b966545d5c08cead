// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol

/// A change that a plugin proposes, with where it says that it comes from.
struct Proposal: Hashable, Sendable {
    let change: PluginChange
    /// The line of the imported file.
    let line: Int?
    /// What people should know once it is made.
    let note: String?
    /// What the file itself calls the document that it makes.
    let uid: String?
    /// The fields that the file can tell and has nothing in.
    let empty: [String]
    /// The fields whose value in the file could not be read.
    let unread: [String]
    /// How the plugin calls it.
    private let item: String?

    init(_ change: PluginChange, from json: JSON) {
        self.change = change
        line = Self.line(json)
        note = json["note"]?.stringValue
        item = Self.item(json)
        uid = json["uid"]?.stringValue
        empty = json["empty"]?.arrayValue?.compactMap(\.stringValue) ?? []
        unread = json["unread"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }

    private init(_ change: PluginChange, like proposal: Proposal) {
        self.change = change
        (line, note, item) = (proposal.line, proposal.note, proposal.item)
        (uid, empty, unread) = (proposal.uid, proposal.empty, proposal.unread)
    }

    static func line(_ json: JSON) -> Int? { json["line"]?.intValue.flatMap { $0 >= 1 ? $0 : nil } }

    static func item(_ json: JSON) -> String? {
        json["item"]?.stringValue.flatMap { $0.isEmpty ? nil : "‘\($0.excerpt(limit: 60))’" }
    }

    /// What people would call it: the plugin's word for it, else the kind and the title, or the id.
    var label: String {
        if let item { return item }
        let kind = (change.kind?.rawValue ?? "document").excerpt(limit: 40)
        let fields: JSONObject
        switch change {
        case .create(_, _, let own), .update(_, _, let own, _, _), .restore(let own), .match(_, _, let own):
            fields = own
        case .delete: fields = [:]
        }
        for name in ["title", "name", "text"] {
            if let text = fields[name]?.stringValue, !text.isEmpty { return "\(kind) ‘\(text.excerpt(limit: 60))’" }
        }
        switch change {
        case .update(_, let id, _, _, _), .delete(_, let id), .match(_, let id, _): return "\(kind) \(id)"
        case .restore(let document): return "\(kind) \(document["id"]?.stringValue?.excerpt(limit: 40) ?? "")"
        case .create: return "a \(kind)"
        }
    }

    /// Whether the file has the document in its trash.
    var isOfTrash: Bool {
        if case .restore(let document) = change { document["deleted"] != nil } else { false }
    }

    /// The document that it makes; nil if it makes none, or one of a random id.
    func made(plugin: String, family: DocumentID) -> DocumentID? {
        switch change {
        case .create(_, let key, _): key.map { PluginChange.id(ofKey: $0, plugin: plugin, family: family) }
        case .restore(let document): document["id"]?.stringValue.flatMap { DocumentID($0) }
        case .update, .delete, .match: nil
        }
    }

    /// The document that it changes, which must be there.
    var changed: DocumentID? {
        switch change {
        case .update(_, let id, _, _, _), .delete(_, let id), .match(_, let id, _): id
        case .create, .restore: nil
        }
    }

    /// The same change without references to some documents, and those that it had; nil if what it makes would be
    /// another without: a member who became one that is missing is nobody of their own. A document with its history of
    /// merging stays as it is: with another past it could not be merged with what others have of it.
    func without(_ gone: Set<String>) -> (proposal: Proposal?, missed: Set<String>) {
        guard let kind = change.kind else { return (self, []) }
        var missed: Set<String> = []
        let rest: PluginChange?
        switch change {
        case .create(_, let key, let fields):
            rest = fields.without(gone, of: kind, &missed).map { .create(kind, key: key, fields: $0) }
        case .update(_, let id, let fields, let adding, let removing):
            let added = adding.without(gone, of: kind, &missed) ?? adding
            rest = fields.without(gone, of: kind, &missed)
                .map { .update(kind, id, fields: $0, adding: added, removing: removing) }
        case .match(let kind, let id, let fields):
            rest = fields.without(gone, of: kind, &missed).map { .match(kind, id, fields: $0) }
        case .restore(let document) where document["~merge"] == nil:
            rest = document.without(gone, of: kind, &missed).map { .restore($0) }
        case .delete, .restore: return (self, [])
        }
        return (rest.map { Proposal($0, like: self) }, missed)
    }
}

extension JSONObject {
    /// The members of a document of a kind without references to some ids; nil if it would be another without one.
    fileprivate func without(_ gone: Set<String>, of kind: DocumentKind, _ missed: inout Set<String>) -> JSONObject? {
        var result = self
        for (name, value) in members {
            guard let field = ReferenceField.of(kind, name.string) else { continue }
            result[name] = field.rest(of: value, without: gone, &missed)
            if field == .bond, result[name] == nil { return nil }
        }
        return result
    }
}
