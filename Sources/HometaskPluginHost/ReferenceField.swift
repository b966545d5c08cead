// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// How a field of a document refers to others, and so what is left of it where one of those is missing.
///
/// Fields of plugins are theirs to know, and no device is ever missing: a device's document is not written by plugins.
enum ReferenceField: Hashable, Sendable {
    /// The id of a document; without it the field goes.
    case id
    /// A list of ids, which can be removed one by one.
    case ids
    /// An object that says nothing without the id in this member.
    case object(String)
    /// An object that also says something without the ids in these members.
    case members([String])
    /// A list of such objects.
    case entries([String])
    /// What the tasks that follow in a series begin with, by field.
    case series
    /// An id, alone or in the member `id`, that the document requires: it cannot be removed.
    case bond

    /// The fields that refer to others, by kind, of the schemas of documents.
    static let all: [DocumentKind: [String: ReferenceField]] = {
        let created: [String: ReferenceField] = ["created": .members(["by"])]
        let about = created.merging(["about": .object("id")]) { $1 }
        let own: [String: ReferenceField] = [
            "attached": .members(["by"]), "erased": .members(["by"]), "madeFrom": .id, "verdict": .members(["by"]),
        ]
        let photo = about.merging(own) { $1 }
        let task: [String: ReferenceField] = [
            "after": .ids, "assignees": .ids, "category": .id, "completion": .members(["by", "photo"]),
            "place": .object("pin"), "previous": .id, "series": .series, "verdict": .members(["by"]),
        ]
        return [
            .task: created.merging(task) { $1 }, .member: created.merging(["mergedInto": .bond]) { $1 },
            .note: about, .photo: photo, .family: created.merging(["home": .object("pin")]) { $1 },
            .category: created.merging(["mergedInto": .bond]) { $1 },
            .pin: created, .view: created, .hunt: created.merging(["finished": .members(["by"])]) { $1 },
            .team: created.merging(["hunt": .bond, "members": .ids, "progress": .entries(["by", "photo"])]) { $1 },
            .comment: created.merging(["about": .bond]) { $1 }, .template: created,
        ]
    }()

    /// How a field of a kind refers to others; nil if it does not.
    static func of(_ kind: DocumentKind, _ name: String) -> ReferenceField? { all[kind]?[name] }

    /// What is left of a value without some ids; nil if nothing is.
    func rest(of value: JSON, without gone: Set<String>, _ missed: inout Set<String>) -> JSON? {
        switch self {
        case .id: return Self.isGone(value, gone, &missed) ? nil : value
        case .bond: return Self.isGone(value["id"] ?? value, gone, &missed) ? nil : value
        case .object(let name): return Self.isGone(value[name], gone, &missed) ? nil : value
        case .ids:
            guard let ids = value.arrayValue else { return value }
            let rest = ids.filter { !Self.isGone($0, gone, &missed) }
            return rest.isEmpty && !ids.isEmpty ? nil : .array(rest)
        case .members(let names):
            guard var object = value.objectValue else { return value }
            for name in names where Self.isGone(object[name], gone, &missed) { object[name] = nil }
            return .object(object)
        case .entries(let names):
            guard let items = value.arrayValue else { return value }
            return .array(items.compactMap { ReferenceField.members(names).rest(of: $0, without: gone, &missed) })
        case .series:
            guard let items = value.arrayValue else { return value }
            return .array(items.map { Self.rest(ofItem: $0, without: gone, &missed) })
        }
    }

    /// An item of a series without some ids. One of a plugin's field names that beside its id.
    private static func rest(ofItem item: JSON, without gone: Set<String>, _ missed: inout Set<String>) -> JSON {
        guard var object = item.objectValue, object["field"] == nil, let value = object["value"],
            let field = object["id"]?.stringValue.flatMap({ of(.task, $0) }), field != .series
        else { return item }
        object["value"] = field.rest(of: value, without: gone, &missed)
        return .object(object)
    }

    private static func isGone(_ value: JSON?, _ gone: Set<String>, _ missed: inout Set<String>) -> Bool {
        guard let id = value?.stringValue, gone.contains(id) else { return false }
        missed.insert(id)
        return true
    }
}
