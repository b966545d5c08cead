// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// The export of tasks as a JSON list with one task per line.
final class TaskwarriorExport {
    private let call: Call
    private let zone: TimeZoneRules
    private var categories: [String: String] = [:]
    private var members: [String: String] = [:]
    private var pins: [String: JSONObject] = [:]
    private let uuids: SourceUIDs
    private var isFirst = true
    private var leftOut = 0

    init(_ call: Call) throws {
        self.call = call
        zone = call.session.zoneRules
        // Only ids that Taskwarrior accepts as UUIDs. Ids from an import of dstask count too, because dstask also reads
        // this format and identifies its own tasks by them.
        uuids = try SourceUIDs(
            of: call, by: TaskwarriorImport.plugins, where: { DocumentID(TaskwarriorUID($0).uuid) != nil },
            key: TaskwarriorUID.key)
        try call.forEachDocument(.category) { categories[$0.text("id")] = $0.text("name") }
        let names = try NamedDocuments(.member, of: call)
        try call.forEachDocument(.member) { member in
            let address = member.text("email")
            members[member.text("id")] = address.isEmpty ? names.reference(to: member.text("id")) : address
        }
        try call.forEachDocument(.pin) { pins[$0.text("id")] = $0 }
    }

    func run() throws {
        let isShort = call.flag("open")
        try call.writeText("[")
        try call.forEachDocument(.task) { task in
            if isShort && task["completion"] != nil { return }
            if isMadeThere(task) {
                leftOut += 1
                return
            }
            try call.writeText((isFirst ? "\n" : ",\n") + object(task).compactText)
            isFirst = false
        }
        try call.writeText(isFirst ? "]\n" : "\n]\n")
        guard leftOut > 0 else { return }
        call.note(
            leftOut == 1
                ? "1 task is left out: it is the next task of a series that Taskwarrior continues itself"
                : "\(leftOut) tasks are left out: they are the next tasks of series that Taskwarrior continues itself")
    }

    /// Whether a task is the next one of a series from Taskwarrior but was created here. Taskwarrior creates that
    /// occurrence itself, from its template.
    private func isMadeThere(_ task: JSONObject) -> Bool {
        guard task["completion"] == nil, uuids[task.text("id")] == task.text("id") else { return false }
        return task["extensions"]?[call.session.plugin]?["uid"]?.stringValue.flatMap { TaskwarriorUID($0).parent }
            != nil
    }

    private func object(_ task: JSONObject) -> JSON {
        let uid = TaskwarriorUID(uuids[task.text("id")])
        var object: JSONObject = ["uuid": .string(uid.uuid), "description": task["title"] ?? ""]
        let created = task["created"]?["at"]?.stringValue.flatMap { Timestamp(rfc3339: $0) }
        let done = task["completion"]?["at"]?.stringValue.flatMap { Timestamp(rfc3339: $0) }
        object["status"] = done == nil ? "pending" : "completed"
        object["entry"] = created.map { .string(TaskwarriorTime.text($0)) }
        object["end"] = done.map { .string(TaskwarriorTime.text($0)) }
        putTime(Due(task["due"]), as: "due", zone: TaskwarriorField.dueZone, into: &object)
        putTime(Due(task["wait"]), as: "wait", zone: TaskwarriorField.waitZone, into: &object)
        object["priority"] = ["high": "H", "medium": "M", "low": "L"][task.text("priority")].map { .string($0) }
        object["project"] = categories[task.text("category")].map { .string($0) }
        object["tags"] = task["tags"]
        let after = task.texts("after").map { JSON.string(TaskwarriorUID(uuids[$0]).uuid) }
        if !after.isEmpty { object["depends"] = .array(after) }
        object["annotations"] = annotations(task, from: created ?? done ?? Timestamp(seconds: 946_684_800))
        putOwn(task, into: &object)
        // An occurrence has no rule of its own; its template has the rule.
        if !uid.series.isEmpty { object[TaskwarriorField.rule] = nil }
        for (name, value) in uid.series {
            object[name] = name == "imask" ? Int(value).map { .number(JSONNumber($0)) } : .string(value)
        }
        return .object(object)
    }

    private func putTime(_ time: Due?, as name: String, zone field: String, into object: inout JSONObject) {
        guard let time else { return }
        object[name] = .string(TaskwarriorTime.text(time.beginning(in: zone)))
        if case .instant(_, let name?) = time { object[field] = .string(name) }
    }

    /// Returns the description and the checklist as annotations. Each annotation is dated a second later than the
    /// previous one, because Taskwarrior identifies annotations by their times.
    private func annotations(_ task: JSONObject, from first: Timestamp) -> JSON? {
        var lines = task.texts("description").map { TaskwarriorField.annotation($0) }
        for item in task["items"]?.arrayValue ?? [] {
            lines.append(
                (item["done"] == true ? TaskwarriorField.done : TaskwarriorField.open)
                    + (item["text"]?.stringValue ?? ""))
        }
        // Taskwarrior drops blank annotations.
        lines.removeAll { $0.allSatisfy(\.isWhitespace) }
        if lines.isEmpty { return nil }
        return .array(
            lines.enumerated().map { index, line in
                let time = Timestamp(seconds: first.seconds + Int64(index))
                return ["entry": .string(TaskwarriorTime.text(time)), "description": .string(line)]
            })
    }

    /// Adds the fields for which Taskwarrior has no attribute.
    private func putOwn(_ task: JSONObject, into object: inout JSONObject) {
        object[TaskwarriorField.rule] = task["repeat"]
        for field in DeclaredField.all {
            object[TaskwarriorField.attribute(of: field.name)] = field.text(of: task).map { .string($0) }
        }
        let assignees = task.texts("assignees").compactMap { members[$0] }
        if !assignees.isEmpty {
            object[TaskwarriorField.assignees] = .string(JSON.array(assignees.map { .string($0) }).compactText)
        }
        object[TaskwarriorField.place] = place(task).map { .string($0.compactText) }
        object[TaskwarriorField.doneBy] = member(task["completion"])
        object[TaskwarriorField.createdBy] = member(task["created"])
        let reminders = task.texts("reminders")
        if !reminders.isEmpty { object[TaskwarriorField.reminders] = .string(reminders.joined(separator: ",")) }
    }

    private func member(_ event: JSON?) -> JSON? { members[event?["by"]?.stringValue ?? ""].map { .string($0) } }

    private func place(_ task: JSONObject) -> JSON? {
        guard let pin = pins[task["place"]?["pin"]?.stringValue ?? ""] else { return nil }
        var place: JSONObject = [:]
        for name in ["name", "location", "address"] { place[name] = pin[name] }
        place["within"] = task["place"]?["within"]
        return .object(place)
    }
}
