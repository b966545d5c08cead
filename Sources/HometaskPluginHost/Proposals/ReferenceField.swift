// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The kind of a field's references to other documents, which decides what remains of the field if a document is
/// missing.
///
/// Fields of plugins are not examined, because only the plugins know their meaning. Devices are never missing, because
/// plugins do not write their documents.
enum ReferenceField: Hashable, Sendable {
    /// The id of a document; without it, the field is removed.
    case id
    /// A list of ids, each of which can be removed.
    case ids
    /// An object that means nothing without the id in this member.
    case object(String)
    /// An object that keeps its meaning without the ids in these members.
    case members([String])
    /// A list of objects that keep their meaning without the ids in these members.
    case entries([String])
    /// The initial values, by field, of the next tasks of a series.
    case series
    /// An id, alone or in the member `id`, that the document requires and that therefore cannot be removed.
    case bond

    /// The fields in the schemas of documents that refer to other documents, by kind.
    static let all: [DocumentKind: [String: ReferenceField]] = {
        let created: [String: ReferenceField] = ["created": .members(["by"])]
        let about = created.merging(["about": .object("id")]) { $1 }
        let own: [String: ReferenceField] = [
            "attached": .members(["by"]), "completed": .members(["by"]), "erased": .members(["by"]), "madeFrom": .id,
            "verdict": .members(["by"]),
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

    /// Returns the kind of a field's references; nil if it has none.
    static func of(_ kind: DocumentKind, _ name: String) -> ReferenceField? { all[kind]?[name] }

    /// Returns the rest of a value without the given ids; nil if nothing remains.
    func rest(of value: JSON, without gone: Set<String>, missed: inout Set<String>) -> JSON? {
        switch self {
        case .id: return Self.isGone(value, gone, missed: &missed) ? nil : value
        case .bond: return Self.isGone(value["id"] ?? value, gone, missed: &missed) ? nil : value
        case .object(let name): return Self.isGone(value[name], gone, missed: &missed) ? nil : value
        case .ids:
            guard let ids = value.arrayValue else { return value }
            let rest = ids.filter { !Self.isGone($0, gone, missed: &missed) }
            return rest.isEmpty && !ids.isEmpty ? nil : .array(rest)
        case .members(let names):
            guard var object = value.objectValue else { return value }
            for name in names where Self.isGone(object[name], gone, missed: &missed) { object[name] = nil }
            return .object(object)
        case .entries(let names):
            guard let items = value.arrayValue else { return value }
            return .array(
                items.compactMap { ReferenceField.members(names).rest(of: $0, without: gone, missed: &missed) })
        case .series:
            guard let items = value.arrayValue else { return value }
            return .array(items.map { Self.rest(ofItem: $0, without: gone, missed: &missed) })
        }
    }

    /// Returns an item of a series without the given ids. An item for a plugin's field has that field's name beside its
    /// id, and is not changed.
    private static func rest(ofItem item: JSON, without gone: Set<String>, missed: inout Set<String>) -> JSON {
        guard var object = item.objectValue, object["field"] == nil, let value = object["value"],
            let field = object["id"]?.stringValue.flatMap({ of(.task, $0) }), field != .series
        else { return item }
        object["value"] = field.rest(of: value, without: gone, missed: &missed)
        return .object(object)
    }

    private static func isGone(_ value: JSON?, _ gone: Set<String>, missed: inout Set<String>) -> Bool {
        guard let id = value?.stringValue, gone.contains(id) else { return false }
        missed.insert(id)
        return true
    }
}
