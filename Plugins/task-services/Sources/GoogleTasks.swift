// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// The import of `Tasks.json` from Google Takeout, or of responses of the Tasks API.
struct GoogleTasks {
    private let file: ServiceImport

    private static let name = "an export of Google Tasks"
    private static let hint = "Get Tasks.json from takeout.google.com, with Tasks selected."

    init(_ call: Call) throws {
        file = try ServiceImport(call, of: "google-tasks", telling: ["category", "description", "due", "items"])
    }

    func run() throws {
        let (json, text) = try file.read(as: Self.name, hint: Self.hint)
        let lists = ServiceLists(json)
        guard lists.hasLists else { throw ServiceImport.refusal(Self.name, "it has no ‘items’", hint: Self.hint) }
        var entries: [ServiceImport.Entry] = []
        var parents: [String] = []
        var places: [String: Int] = [:]
        var deleted = 0
        let lines = IDLines(of: text)
        for (list, task) in lists.tasks {
            if task["deleted"] == true {
                deleted += 1
                continue
            }
            let line = lines[task["id"]?.stringValue]
            guard let id = file.id(of: task, line: line) else { continue }
            places[id] = entries.count
            entries.append(try entry(task, id, in: list, line: line))
            parents.append(task["parent"]?.stringValue ?? "")
        }
        for (index, parent) in parents.enumerated() where places[parent] != index {
            entries[index].parent = places[parent]
        }
        let gone = deleted == 1 ? "1 deleted task is" : "\(deleted) deleted tasks are"
        if deleted > 0 { file.call.note("\(gone) left out") }
        try file.propose(entries)
    }

    private func entry(_ object: JSON, _ id: String, in list: String, line: Int?) throws -> ServiceImport.Entry {
        var entry = ServiceImport.Entry(id: id, task: ImportedTask(), line: line)
        entry.task.title = object["title"]?.stringValue ?? ""
        let notes = object["notes"]?.stringValue ?? ""
        if !notes.isEmpty { entry.task.addDescription(notes) }
        for link in object["links"]?.arrayValue ?? [] {
            if let address = link["link"]?.stringValue { entry.task.addDescription(address) }
        }
        try file.categorize(&entry.task, as: list)
        if object["starred"] == true { entry.task.priority = "high" }
        // The time of day is always midnight in UTC, and meaningless.
        let due = object["due"]?.stringValue ?? ""
        if let date = CivilDate(iso: String(due.prefix(10))) {
            entry.task.due = .day(date)
        } else if !due.isEmpty {
            entry.task.unread.insert("due")
            file.report(entry, "the due date ‘\(due.excerpt(limit: 40))’ cannot be read and is left out")
        }
        entry.task.createdAt = ServiceImport.instant(object["created"])
        let done = ServiceImport.instant(object["completed"])
        file.setState(&entry, object["status"]?.stringValue ?? (done == nil ? "" : "completed"), doneAt: done)
        if object.objectValue?.members.contains(where: { $0.0.string.lowercased().contains("recurrence") }) == true {
            file.report(entry, "it recurs, but the file does not say when; set it with 'hometask edit --every'")
        }
        entry.isBare =
            notes.isEmpty && due.isEmpty && entry.task.notes.isEmpty && entry.task.priority == nil
        return entry
    }
}
