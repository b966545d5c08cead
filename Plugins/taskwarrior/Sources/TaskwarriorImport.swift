// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// The import of tasks from a Taskwarrior export.
final class TaskwarriorImport {
    let call: Call
    let zone: TimeZoneRules
    private var categories: NamedDocuments
    private let members: NamedDocuments
    private var pins: NamedDocuments
    /// The task for each UUID in the file.
    private var ids: [String: DocumentID] = [:]
    /// The tasks of this family for UUIDs in the file: exported from here, or created by the other plugin's importer.
    private var present: [String: DocumentID] = [:]
    /// The UUIDs of occurrences that already exist in this family. Their rules are not imported, because hometask
    /// decides which task continues a series.
    private var occurrencesHere: Set<String> = []
    /// The UUIDs in the file without an imported task: deleted tasks, and templates continued by an open occurrence.
    private var gone: Set<String> = []

    /// The plugins whose imports share the UUIDs: dstask reads Taskwarrior's format and keeps its UUIDs.
    static let plugins = ["taskwarrior", "dstask"]

    /// The fields that the format can express. Fields in user-defined attributes are excluded, because other programs
    /// may drop these.
    private static let supportedFields = [
        "after", "category", "description", "due", "items", "priority", "tags", "wait",
    ]

    init(_ call: Call) throws {
        self.call = call
        zone = call.session.zoneRules
        categories = try NamedDocuments(.category, of: call)
        members = try NamedDocuments(.member, of: call)
        pins = try NamedDocuments(.pin, of: call)
    }

    func run() throws {
        let source = try TaskwarriorSource(try call.source()) { line, message in call.skip(line: line, message) }
        let series = TaskwarriorSeries(source.tasks.map(\.object))
        try matchTasks(source.tasks.map(\.object), series)
        let occurrences = try TaskwarriorOccurrences(of: source.tasks.map(\.object), series, for: call)
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
            try proposeTask(task, line, series: series)
        }
        if deleted > 0 { try call.log("\(deleted) deleted tasks were left out") }
    }

    /// Whether a task is a template whose series an open occurrence continues.
    private func isLeftOut(_ task: JSONObject, _ series: TaskwarriorSeries) -> Bool {
        task.text("status") == "recurring" && series.alone[task.text("uuid")] == nil
    }

    /// Determines the task for each UUID, before references to them are resolved.
    private func matchTasks(_ tasks: [JSONObject], _ series: TaskwarriorSeries) throws {
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

    /// Returns the UUIDs of the tasks that a task depends on: a list, or before version 2.6 a comma-separated text.
    private static func dependencies(_ task: JSONObject) -> [String] {
        if let text = task["depends"]?.stringValue { return text.split(separator: ",").map { String($0) } }
        return task.texts("depends")
    }

    private func proposeTask(_ task: JSONObject, _ line: Int?, series: TaskwarriorSeries) throws {
        var reader = TaskwarriorReader(task, line: line, for: self)
        let read = try reader.task(series)
        guard var fields = read.fields else {
            return call.skip(line: line, "the task \(task.text("uuid").excerpt(limit: 40)) has no description")
        }
        let uuid = task.text("uuid")
        if occurrencesHere.contains(uuid) { fields["repeat"] = nil }
        if let id = present[uuid] {
            try call.match(.task, id, fields: fields, line: line, telling: Self.supportedFields, unread: read.unread)
        } else {
            try call.propose(
                .task, key: Self.key(task), fields: fields, line: line, uid: TaskwarriorUID(of: task).text,
                telling: Self.supportedFields, unread: read.unread)
        }
    }

    /// Returns the tasks that a task depends on, and whether all of them are known. Unknown ones are reported.
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

    /// Returns the member with an email address or a name; nil if there is not exactly one.
    func member(_ text: String) -> DocumentID? {
        if case .one(let id) = members.find(text) { return id }
        return nil
    }

    /// Returns the category with a name, proposing a new category if there is none; nil if several have the name.
    func category(_ name: String) throws -> DocumentID? { try categories.findOrPropose(name, for: call) }

    /// Returns the pin with a name, proposing a new pin if there is none; nil if several have the name.
    func pin(_ name: String, fields: JSONObject) throws -> DocumentID? {
        try pins.findOrPropose(name, with: fields, for: call)
    }
}
