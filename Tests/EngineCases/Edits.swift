// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// Edits of a task, in the form accepted by `edit`.
enum Edits {
    static func write(_ value: JSON?, to field: String) -> JSON {
        ["edit": "write", "field": .string(field), "value": value ?? .null]
    }
    static func weakly(_ value: JSON, to field: String) -> JSON {
        ["edit": "write", "field": .string(field), "value": value, "weak": true]
    }
    static func insert(_ element: String, into field: String) -> JSON {
        ["edit": "insert", "field": .string(field), "element": .string(element)]
    }
    static func remove(_ element: String, from field: String) -> JSON {
        ["edit": "remove", "field": .string(field), "element": .string(element)]
    }
    static func line(_ text: String?, at index: Int) -> JSON {
        var edit: JSONObject = ["edit": "line", "field": "description", "index": .number(JSONNumber(index))]
        if let text { edit["text"] = .string(text) }
        return .object(edit)
    }
    static func insertItem(_ text: String, id: String? = nil, after: String? = nil, isFirst: Bool = false) -> JSON {
        var edit: JSONObject = ["edit": "insertItem", "field": "items", "members": ["text": .string(text)]]
        if let id { edit["id"] = .string(id) }
        if let after { edit["after"] = .string(after) }
        if isFirst { edit["first"] = true }
        return .object(edit)
    }
    static func writeItem(_ id: String, _ members: JSONObject) -> JSON {
        ["edit": "writeItem", "field": "items", "id": .string(id), "members": .object(members)]
    }
    static func moveItem(_ id: String, before: String?) -> JSON {
        var edit: JSONObject = ["edit": "moveItem", "field": "items", "id": .string(id)]
        if let before { edit["before"] = .string(before) }
        return .object(edit)
    }
    static func removeItem(_ id: String) -> JSON { ["edit": "removeItem", "field": "items", "id": .string(id)] }
    static let delete: JSON = ["edit": "delete"]
    static let restore: JSON = ["edit": "restore"]
}

/// An author with an actor and a time.
func author(_ actor: String, _ time: Int64) -> JSON {
    ["actor": .string(actor), "time": .string(Timestamp(seconds: time).rfc3339)]
}
