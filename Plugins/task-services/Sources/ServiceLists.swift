// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin

/// The tasks of a file by list, at any nesting depth: exports differ in their outer structure.
struct ServiceLists {
    /// Each task with the name of its list, which is empty if unknown.
    private(set) var tasks: [(list: String, task: JSON)] = []
    /// Whether the file has lists, even if they are empty.
    private(set) var hasLists = false

    /// The members that contain lists, or the tasks of a list.
    private static let contents = ["items", "tasks", "value", "lists"]

    init(_ json: JSON) { add(json, list: "") }

    private mutating func add(_ json: JSON, list: String) {
        if let elements = json.arrayValue {
            hasLists = true
            for element in elements { add(element, list: list) }
            return
        }
        guard json.objectValue != nil else { return }
        let name = json["displayName"]?.stringValue ?? json["title"]?.stringValue ?? json["name"]?.stringValue ?? ""
        let contents = Self.contents.compactMap { json[$0] }.filter { $0.arrayValue != nil || $0.objectValue != nil }
        if let content = contents.first {
            add(content, list: name.isEmpty ? list : name)
        } else if !Self.isList(json) {
            tasks.append((list, json))
        }
    }

    /// Whether an object without tasks is a list.
    private static func isList(_ json: JSON) -> Bool {
        json["kind"] == "tasks#taskList" || json["kind"] == "tasks#tasks" || json["isOwner"] != nil
            || json["wellknownListName"] != nil
    }
}
