// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskTime

extension TaskForm {
    /// Applies the form's changes to the members of a task: each field that differs from the form of these members.
    ///
    /// - Parameter task: the members from which the form was generated.
    /// - Throws: `ReplicaError` (`invalidRequest`, `invalidValue`, `notFound`) if a value is invalid for its field.
    func changing(_ task: JSONObject, from viewpoint: Viewpoint) throws(ReplicaError) -> JSONObject {
        let shown = TaskForm(of: task, from: viewpoint)
        var typed = task
        if let title, Self.differ(title, shown.title) {
            guard !title.isEmpty else { throw ReplicaError(.invalidValue, "the task needs a title") }
            typed["title"] = .string(title)
        }
        if let description, Self.differ(description, shown.description) {
            let lines = description.split(separator: "\n", omittingEmptySubsequences: false)
            typed["description"] = description.isEmpty ? nil : .array(lines.map { .string(String($0)) })
        }
        if let priority, Self.differ(priority, shown.priority) {
            let parser = TaskValueParser(from: viewpoint)
            typed["priority"] = priority.isEmpty ? nil : try parser.value(priority, of: .priority)
        }
        if let category, Self.differ(category, shown.category) {
            typed["category"] = try Self.category(category, viewpoint)
        }
        if let tags, Self.differ(tags, shown.tags) { typed["tags"] = Self.tags(tags) }
        try changeDates(&typed, shown, from: viewpoint)
        try changeAssignees(&typed, shown, from: viewpoint)
        try changeItems(&typed, shown)
        return typed
    }

    /// Returns whether two strings differ byte-for-byte: two encodings of the same letter are different values.
    private static func differ(_ text: String, _ shown: String?) -> Bool {
        !text.utf8.elementsEqual((shown ?? "").utf8)
    }

    private static func category(_ id: String, _ viewpoint: Viewpoint) throws(ReplicaError) -> JSON? {
        if id.isEmpty { return nil }
        guard let category = viewpoint.directory.activeCategories.first(where: { $0.id.description == id }) else {
            throw ReplicaError(.notFound, "there is no category #\(id)", hint: "Choose another one.")
        }
        return .string(category.id.description)
    }

    private static func tags(_ text: String) -> JSON? {
        let words = text.split { $0.isWhitespace || $0 == "," }.map { $0.hasPrefix("+") ? $0.dropFirst() : $0 }
        let tags = Set(words.filter { !$0.isEmpty }.map { ExactString(String($0)) })
        return tags.isEmpty ? nil : .array(tags.sorted().map { .string($0.string) })
    }

    private func changeDates(
        _ typed: inout JSONObject, _ shown: TaskForm, from viewpoint: Viewpoint
    ) throws(ReplicaError) {
        if let due, Self.differ(due, shown.due) {
            let before = Due(typed["due"])
            typed["due"] = due.isEmpty ? nil : try TaskValueParser(from: viewpoint).due(due).json
            // The following dates of a recurring task are derived from this date, in the family's time zone.
            if case .instant(let time, _) = Due(typed["due"]) {
                var zone: String?
                if case .instant(_, let named?) = before { zone = named }
                if typed["repeat"] != nil { zone = zone ?? viewpoint.zone.identifier }
                typed["due"] = Due.instant(time, zone: zone).json
            }
        }
        guard let rule, Self.differ(rule, shown.rule) else { return }
        guard !rule.isEmpty else {
            typed["repeat"] = nil
            return
        }
        let (parsed, first) = try RuleParser(from: viewpoint).parse(rule, from: Due(typed["due"]))
        typed["repeat"] = .string(parsed.description)
        typed["due"] = first.json
    }

    private func changeAssignees(
        _ typed: inout JSONObject, _ shown: TaskForm, from viewpoint: Viewpoint
    ) throws(ReplicaError) {
        guard let assignees, let before = shown.assignees, assignees != before else { return }
        let members = Set(viewpoint.directory.activeMembers.map(\.id))
        if let stranger = assignees.subtracting(members).min() {
            throw ReplicaError(.notFound, "there is no member #\(stranger)", hint: "Choose another one.")
        }
        let removed = Set(before.subtracting(assignees).map(\.description))
        let kept = Self.texts(typed["assignees"]).filter { !removed.contains($0) }
        let all = Set(kept).union(assignees.subtracting(before).map(\.description)).sorted()
        typed["assignees"] = all.isEmpty ? nil : .array(all.map { .string($0) })
    }

    private func changeItems(_ typed: inout JSONObject, _ shown: TaskForm) throws(ReplicaError) {
        var items = typed["items"]?.arrayValue ?? []
        if let doneItems, doneItems != shown.doneItems {
            items = items.map { item in
                guard var members = item.objectValue, let id = members["id"]?.stringValue, !id.isEmpty else {
                    return item
                }
                let isDone = doneItems.contains(id)
                guard isDone != TaskItem(item).isDone else { return item }
                members["done"] = isDone ? true : nil
                return .object(members)
            }
        }
        if let newItem, !newItem.isEmpty { items.append(["text": .string(try TaskItem.checkedText(newItem))]) }
        if !items.isEmpty { typed["items"] = .array(items) }
    }
}
