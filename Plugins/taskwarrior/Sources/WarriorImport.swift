// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// Reads what Taskwarrior exported.
final class WarriorImport {
    let call: Call
    let zone: TimeZoneRules
    private var categories: NamedDocuments
    private let members: NamedDocuments
    private var pins: NamedDocuments
    /// The tasks that the file's UUIDs stand for.
    private var ids: [String: DocumentID] = [:]
    /// The tasks of this family that UUIDs stand for: those that an export wrote, and those of other imports.
    private var present: [String: DocumentID] = [:]
    /// The UUIDs of the occurrences of series that are here: which of them carries its series on is settled here.
    private var occurrencesHere: Set<String> = []
    /// The UUIDs in the file that no task is made of, since it was deleted.
    private var gone: Set<String> = []

    /// The plugins whose imports know tasks by these UUIDs. dstask takes over those of Taskwarrior, and reads its
    /// format.
    static let plugins = ["taskwarrior", "dstask"]

    /// What the format tells of every task. What stands in attributes of our own other programs may drop.
    private static let told = ["after", "category", "description", "due", "items", "priority", "tags", "wait"]

    init(_ call: Call) throws {
        self.call = call
        zone = call.session.zoneRules
        categories = try NamedDocuments(.category, of: call)
        members = try NamedDocuments(.member, of: call)
        pins = try NamedDocuments(.pin, of: call)
    }

    func run() throws {
        let source = try WarriorSource(try call.source()) { line, message in call.skip(line: line, message) }
        let series = WarriorSeries(source.tasks.map(\.object))
        try survey(source.tasks.map(\.object), series)
        let occurrences = try WarriorOccurrences(of: source.tasks.map(\.object), series, for: call)
        occurrencesHere = occurrences.present.union(occurrences.matched.keys)
        present.merge(occurrences.matched) { $1 }
        ids.merge(occurrences.matched) { $1 }
        for id in occurrences.former {
            try call.propose(.update(.task, id, fields: ["repeat": .null], adding: [:], removing: [:]))
        }
        var seen: Set<String> = []
        var deleted = 0
        for (index, (task, line)) in source.tasks.enumerated() {
            if index % 500 == 499 { try call.progress(index, of: source.tasks.count) }
            let uuid = task.text("uuid")
            if task.text("status") == "deleted" {
                deleted += 1
                continue
            }
            if isLeftOut(task, series) { continue }
            guard seen.insert(Self.key(task)).inserted else {
                call.skip(
                    line: line, "an earlier task has the UUID \(uuid.excerpt(limit: 40)), so this one is left out"
                )
                continue
            }
            try take(task, line, series)
        }
        if deleted > 0 { try call.log("\(deleted) deleted tasks were left out") }
    }

    /// Whether a task is a template whose series an open occurrence continues.
    private func isLeftOut(_ task: JSONObject, _ series: WarriorSeries) -> Bool {
        task.text("status") == "recurring" && series.alone[task.text("uuid")] == nil
    }

    /// Determines which task each UUID stands for, before anything refers to one.
    private func survey(_ tasks: [JSONObject], _ series: WarriorSeries) throws {
        var candidates: [DocumentID: String] = [:]
        for uuid in Set(tasks.flatMap { [$0.text("uuid")] + Self.dependencies($0) }) {
            guard let id = DocumentID(uuid) else { continue }
            candidates[id] = uuid
            for plugin in Self.plugins where plugin != call.session.plugin {
                guard let family = call.session.family else { continue }
                candidates[PluginChange.id(ofKey: "task/\(uuid)", plugin: plugin, family: family)] = uuid
            }
        }
        for id in try call.present(.task, among: Set(candidates.keys)).sorted() {
            if let uuid = candidates[id] { present[uuid] = id }
        }
        for task in tasks {
            let uuid = task.text("uuid")
            if task.text("status") == "deleted" || isLeftOut(task, series) {
                gone.insert(uuid)
            } else if !uuid.isEmpty {
                ids[uuid] = try call.id(ofKey: Self.key(task))
            }
        }
        ids.merge(present) { $1 }
    }

    private static func key(_ task: JSONObject) -> String {
        let uuid = PlainText.line(task.text("uuid")).line
        if (1...200).contains(uuid.unicodeScalars.count) { return "task/\(uuid)" }
        let digest = DocumentID.derived(namespace: DocumentID(randomBytes: (0, 0)), name: task.canonicalBytes())
        return "task/\(digest)"
    }

    /// The UUIDs of the tasks that one depends on: a list, or before version 2.6 a text.
    private static func dependencies(_ task: JSONObject) -> [String] {
        if let text = task["depends"]?.stringValue { return text.split(separator: ",").map { String($0) } }
        return task.texts("depends")
    }

    private func take(_ task: JSONObject, _ line: Int?, _ series: WarriorSeries) throws {
        var reader = WarriorReader(task, line: line, for: self)
        let read = try reader.task(series)
        guard var fields = read.fields else {
            return call.skip(line: line, "the task \(task.text("uuid").excerpt(limit: 40)) has no description")
        }
        let uuid = task.text("uuid")
        if occurrencesHere.contains(uuid) { fields["repeat"] = nil }
        if let id = present[uuid] {
            try call.match(.task, id, fields: fields, line: line, telling: Self.told, unread: read.unread)
        } else {
            try call.propose(
                .task, key: Self.key(task), fields: fields, line: line, uid: WarriorUID(of: task).text,
                telling: Self.told, unread: read.unread)
        }
    }

    /// The tasks that one depends on, and whether all are there; a fault for one that is not.
    func tasks(before task: JSONObject, line: Int?) -> (found: Set<DocumentID>, isWhole: Bool) {
        var found: Set<DocumentID> = []
        var isWhole = true
        let (own, title) = (task.text("uuid"), task.text("description"))
        for uuid in Self.dependencies(task) where uuid != own && !gone.contains(uuid) {
            if let id = ids[uuid] {
                found.insert(id)
            } else {
                isWhole = false
                call.skip(
                    line: line,
                    "‘\(title.excerpt(limit: 40))’ depends on a task that is not in the file: \(uuid.excerpt(limit: 40))"
                )
            }
        }
        return (found, isWhole)
    }

    /// The member of that address or name.
    func member(_ text: String) -> DocumentID? {
        if case .one(let id) = members.find(text) { return id }
        return nil
    }

    /// The category with that name, a new one where there is none.
    func category(_ name: String) throws -> DocumentID? { try categories.findOrPropose(name, for: call) }

    /// The pin with that name, a new one where there is none.
    func pin(_ name: String, fields: JSONObject) throws -> DocumentID? {
        try pins.findOrPropose(name, with: fields, for: call)
    }
}
