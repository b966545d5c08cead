// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol

/// A change that a plugin proposes, with its origin.
struct Proposal: Hashable, Sendable {
    let change: PluginChange
    /// The line of the imported file.
    let line: Int?
    /// A note for the user, shown once the change is made.
    let note: String?
    /// The file's own id of the document that the change creates.
    let uid: String?
    /// The fields that the format can express but that are empty in the file.
    let empty: [String]
    /// The fields whose value in the file could not be read.
    let unread: [String]
    /// The manual-order position of the task that the change creates, if it follows the order of the file.
    var order: String?
    /// The plugin's term for the document.
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
        order = proposal.order
    }

    static func line(_ json: JSON) -> Int? { json["line"]?.intValue.flatMap { $0 >= 1 ? $0 : nil } }

    static func item(_ json: JSON) -> String? {
        json["item"]?.stringValue.flatMap { $0.isEmpty ? nil : "‘\($0.excerpt(limit: 60))’" }
    }

    /// The label for people: the plugin's term for the document, otherwise the kind with the title or the id.
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

    /// Whether the file has the document in the trash.
    var isOfTrash: Bool {
        if case .restore(let document) = change { document["deleted"] != nil } else { false }
    }

    /// Returns the document that the change creates; nil if it creates none, or if the document's id is random.
    func made(plugin: String, family: DocumentID) -> DocumentID? {
        switch change {
        case .create(_, let key, _): key.map { PluginChange.id(ofKey: $0, plugin: plugin, family: family) }
        case .restore(let document): document["id"]?.stringValue.flatMap { DocumentID($0) }
        case .update, .delete, .match: nil
        }
    }

    /// The document that the change modifies, which must exist.
    var changed: DocumentID? {
        switch change {
        case .update(_, let id, _, _, _), .delete(_, let id), .match(_, let id, _): id
        case .create, .restore: nil
        }
    }

    /// Returns the change without its references to missing documents, and the ids of the removed references. The
    /// proposal is nil if the document cannot exist without a reference: a member who was merged into a missing one is
    /// not a separate person. A document with its merge history is left unchanged, because with a different history it
    /// could not be merged with other devices' copies.
    func without(_ gone: Set<String>) -> (proposal: Proposal?, missed: Set<String>) {
        guard let kind = change.kind else { return (self, []) }
        var missed: Set<String> = []
        let rest: PluginChange?
        switch change {
        case .create(_, let key, let fields):
            rest = fields.without(gone, of: kind, missed: &missed).map { .create(kind, key: key, fields: $0) }
        case .update(_, let id, let fields, let adding, let removing):
            let added = adding.without(gone, of: kind, missed: &missed) ?? adding
            rest = fields.without(gone, of: kind, missed: &missed)
                .map { .update(kind, id, fields: $0, adding: added, removing: removing) }
        case .match(let kind, let id, let fields):
            rest = fields.without(gone, of: kind, missed: &missed).map { .match(kind, id, fields: $0) }
        case .restore(let document) where document["~merge"] == nil:
            rest = document.without(gone, of: kind, missed: &missed).map { .restore($0) }
        case .delete, .restore: return (self, [])
        }
        return (rest.map { Proposal($0, like: self) }, missed)
    }
}

extension JSONObject {
    /// Returns a document's members without references to the given ids; nil if the document cannot exist without one
    /// of them.
    fileprivate func without(_ gone: Set<String>, of kind: DocumentKind, missed: inout Set<String>) -> JSONObject? {
        var result = self
        for (name, value) in members {
            guard let field = ReferenceField.of(kind, name.string) else { continue }
            result[name] = field.rest(of: value, without: gone, missed: &missed)
            if field == .bond, result[name] == nil { return nil }
        }
        return result
    }
}
