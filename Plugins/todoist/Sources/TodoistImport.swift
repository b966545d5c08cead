// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// The import of tasks from a Todoist export.
final class TodoistImport {
    private let call: Call
    private let dates: TodoistDates
    private var categories: NamedDocuments
    private let members: NamedDocuments

    /// The fields that the format can express; a backup also has reminders.
    private static let supportedFields = [
        "assignees", "category", "description", "due", "items", "priority", "repeat", "tags",
    ]
    private static let backupFields = supportedFields + ["reminders"]

    /// The maximum depth of nested items.
    private static let deepest = 20

    init(_ call: Call) throws {
        self.call = call
        dates = TodoistDates(call.session)
        categories = try NamedDocuments(.category, of: call)
        members = try NamedDocuments(.member, of: call)
    }

    func run() throws {
        let text = try call.source(guessing: true)
        let isJSON = text.utf8.first { $0 > 0x20 } == UInt8(ascii: "{")
        let items: [TodoistTask]
        if isJSON {
            items = try TodoistBackup(text) { call.skip(line: $0, $1) }.items
        } else {
            items = try TodoistCSV(text, project: project) { call.skip(line: $0, $1) }.items
        }
        let owners = items.indices.map { owner(of: $0, among: items) }
        var parts: [Int: [Int]] = [:]
        for (index, owner) in owners.enumerated() where owner != index { parts[owner, default: []].append(index) }
        for (index, owner) in owners.enumerated() where owner == index {
            if index % 500 == 499 { try call.progress(index, of: items.count) }
            var task = try read(items[index])
            for part in parts[index] ?? [] { task.item(items[part].title, isDone: items[part].isDone) }
            if let parent = items[index].parent {
                task.addDescription("Part of: \(PlainText.line(items[parent].title).line)")
            }
            guard let fields = task.fields else {
                call.skip(line: items[index].line, "the task has no text and is left out")
                continue
            }
            let others = items[index].otherReminders
            if others > 0 {
                let (count, title) = (others == 1 ? "1 reminder is" : "\(others) reminders are", items[index].title)
                call.skip(line: items[index].line, "‘\(title.excerpt(limit: 40))’: \(count) left out")
            }
            try call.propose(
                .task, key: items[index].key, fields: fields, line: items[index].line, uid: items[index].uid,
                telling: isJSON ? Self.backupFields : Self.supportedFields, unread: task.unread)
        }
    }

    /// The project of a CSV file: the option `category`, or otherwise the file name without its extension. Todoist
    /// names the file after the project, and in a backup appends the project's number in brackets.
    private var project: String {
        if let category = call.option("category") { return category }
        var name = PlainText.line(call.sourceName).line
        if name.lowercased().hasSuffix(".csv") { name.removeLast(4) }
        if name.hasSuffix("]"), let open = name.lastIndex(of: "["), open != name.startIndex {
            name = PlainText.line(name[..<open]).line
        }
        return name == "-" ? "" : name
    }

    /// Returns the index of the item whose checklist contains another item; the item's own index if it becomes a task.
    private func owner(of index: Int, among items: [TodoistTask]) -> Int {
        var place = index
        for _ in 0..<Self.deepest {
            guard let parent = items[place].parent, items[place].isBare else { return place }
            place = parent
        }
        // A cycle, or nested too deeply.
        return index
    }

    private func read(_ item: TodoistTask) throws -> ImportedTask {
        var task = ImportedTask()
        task.title = item.title
        if !item.description.isEmpty { task.addDescription(item.description) }
        for note in item.notes { task.addDescription(note) }
        for label in item.labels { task.tag(label) }
        task.tag(item.section)
        if !item.project.isEmpty {
            task.category = try categories.findOrPropose(item.project, for: call)
            if task.category == nil { task.unread.insert("category") }
        }
        task.priority = [1: "high", 2: "medium", 3: "low"][item.priority]
        task.createdAt = item.createdAt
        if item.isDone { task.doneAt = item.doneAt ?? call.session.now }
        if !item.responsible.isEmpty {
            if case .one(let id) = members.find(item.responsible) {
                task.assignees.insert(id)
            } else {
                task.unread.insert("assignees")
                task.addDescription("For: \(item.responsible)")
            }
        }
        due(item, &task)
        let isWhole = task.remind(item.reminders).isEmpty && item.otherReminders == 0
        if !isWhole { task.unread.insert("reminders") }
        if !item.duration.isEmpty { task.addDescription("Takes: \(item.duration)") }
        return task
    }

    private func due(_ item: TodoistTask, _ task: inout ImportedTask) {
        if !item.date.isEmpty {
            if let (due, rule) = dates.read(item) {
                task.due = due
                task.rule = rule?.description
                task.keepMonthEnd(in: dates.family)
            } else {
                task.unread.insert("repeat")
                if let date = CivilDate(iso: String(item.resolved.prefix(10))) {
                    task.due = .day(date)
                } else {
                    task.unread.insert("due")
                }
                let title = PlainText.line(item.title).line.excerpt(limit: 40)
                call.skip(
                    line: item.line,
                    "‘\(title)’: the date ‘\(item.date.excerpt(limit: 40))’ was not understood and is in the description"
                )
                task.addDescription("Date: \(item.date)")
            }
        }
        guard !item.deadline.isEmpty else { return }
        if task.due == nil, item.date.isEmpty, let date = CivilDate(iso: item.deadline) {
            task.due = .day(date)
        } else {
            task.addDescription("Deadline: \(item.deadline)")
        }
    }
}
