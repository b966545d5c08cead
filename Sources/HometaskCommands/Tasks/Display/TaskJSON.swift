// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskTime

/// A task as JSON: stable field names, full ids, times in RFC 3339 UTC.
enum TaskJSON {
    /// - Parameter isBlocked: whether the task must wait for another task to be done.
    static func object(_ task: TaskRecord, number: Int?, isBlocked: Bool, in session: FamilySession) -> JSON {
        let directory = session.directory
        var object: JSONObject = [
            "id": .string(task.id.description), "title": .string(task.title), "done": .bool(!task.isOpen),
            "tags": .array(task.tags.map { .string($0) }), "conflict": .bool(task.hasConflict),
            "assignees": .array(task.assignees.map { directory.json(of: $0) }),
        ]
        for field in TaskField.all where field.isScalar { object[field.key.description] = task.value(of: field) }
        object["number"] = number.map { .number(JSONNumber($0)) }
        object["repeat"] = task.rule.map { .string($0) }
        object["every"] = task.rule.map { .string(session.rules.words(for: $0)) }
        object["previous"] = task.previous.map { .string($0.description) }
        object["reminders"] = task.reminders.map { .array($0.map { .string($0.description) }) }
        object["snooze"] = task.snooze.map { .string($0.rfc3339) }
        if !task.after.isEmpty { object["after"] = .array(task.after.map { .string($0.description) }) }
        if isBlocked { object["blocked"] = true }
        if task.isWaiting(at: session.now, in: session.zone) { object["waiting"] = true }
        object["place"] = task.place?.json
        if task.awaitsApproval { object["toApprove"] = true }
        object["verdict"] = task.verdict?.json
        object["completion"] = task.completion?.json
        object["createdAt"] = task.createdAt.map { .string($0.rfc3339) }
        object["createdBy"] = task.createdBy.map { .string($0.description) }
        object["deletedAt"] = task.deletedAt.map { .string($0.rfc3339) }
        if let category = task.category {
            var value: JSONObject = ["id": .string(category.description)]
            value["name"] = directory.shownCategory(task).map { .string($0.name) }
            object["category"] = .object(value)
        }
        if !task.extensions.isEmpty { object["extensions"] = .object(task.extensions) }
        if !task.items.isEmpty { object["items"] = .array(task.items.map(item)) }
        if !task.description.isEmpty { object["description"] = .array(task.description.map { .string($0) }) }
        return .object(object)
    }

    /// Returns an item of a checklist.
    static func item(_ item: TaskItem) -> JSON {
        ["done": .bool(item.isDone), "id": .string(item.id), "text": .string(item.text)]
    }
}
