// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol

/// A change that a plugin proposes, with where it says that it comes from.
struct Proposal: Hashable, Sendable {
    let change: PluginChange
    /// The line of the imported file.
    let line: Int?
    /// How the plugin calls it.
    private let item: String?

    init(_ change: PluginChange, from json: JSON) {
        self.change = change
        line = Self.line(json)
        item = Self.item(json)
    }

    private init(_ change: PluginChange, like proposal: Proposal) {
        self.change = change
        (line, item) = (proposal.line, proposal.item)
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
        case .create(_, _, let own), .update(_, _, let own, _, _), .restore(let own): fields = own
        case .delete: fields = [:]
        }
        for name in ["title", "name", "text"] {
            if let text = fields[name]?.stringValue, !text.isEmpty { return "\(kind) ‘\(text.excerpt(limit: 60))’" }
        }
        switch change {
        case .update(_, let id, _, _, _), .delete(_, let id): return "\(kind) \(id)"
        case .restore(let document): return "\(kind) \(document["id"]?.stringValue?.excerpt(limit: 40) ?? "")"
        case .create: return "a \(kind)"
        }
    }

    /// The document that it makes; nil where it makes none, or one of a random id.
    func made(plugin: String, family: DocumentID) -> DocumentID? {
        switch change {
        case .create(_, let key, _): key.map { PluginChange.id(ofKey: $0, plugin: plugin, family: family) }
        case .restore(let document): document["id"]?.stringValue.flatMap { DocumentID($0) }
        case .update, .delete: nil
        }
    }

    /// The document that it changes, which must be there.
    var changed: DocumentID? {
        switch change {
        case .update(_, let id, _, _, _), .delete(_, let id): id
        case .create, .restore: nil
        }
    }

    /// The same change without references to some documents, and those that it had. A document with its history of
    /// merging stays as it is: with another past it could not be merged with what others have of it.
    func without(_ gone: Set<String>) -> (proposal: Proposal, missed: Set<String>) {
        var missed: Set<String> = []
        let change: PluginChange
        switch self.change {
        case .create(let kind, let key, let fields):
            change = .create(kind, key: key, fields: fields.without(gone, &missed))
        case .update(let kind, let id, let fields, let adding, let removing):
            change = .update(
                kind, id, fields: fields.without(gone, &missed), adding: adding.without(gone, &missed),
                removing: removing)
        case .restore(let document) where document["~merge"] == nil:
            change = .restore(document.without(gone, &missed))
        case .delete, .restore: return (self, [])
        }
        return (Proposal(change, like: self), missed)
    }
}

extension JSONObject {
    /// The members without some ids; a member of which nothing is left goes too.
    fileprivate func without(_ gone: Set<String>, _ missed: inout Set<String>) -> JSONObject {
        var result = self
        for (name, value) in members { result[name] = value.without(gone, &missed) }
        return result
    }
}

extension JSON {
    /// The value without some ids; nil where nothing is left of it.
    fileprivate func without(_ gone: Set<String>, _ missed: inout Set<String>) -> JSON? {
        switch self {
        case .string(let text) where gone.contains(text):
            missed.insert(text)
            return nil
        case .array(let values):
            let rest = values.compactMap { $0.without(gone, &missed) }
            return rest.isEmpty && !values.isEmpty ? nil : .array(rest)
        case .object(let object):
            let rest = object.without(gone, &missed)
            return rest.isEmpty && !object.isEmpty ? nil : .object(rest)
        default: return self
        }
    }
}
