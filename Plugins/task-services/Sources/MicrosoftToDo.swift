// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// The import of lists and tasks of Microsoft To Do as Microsoft Graph represents them (`todoTaskList`, `todoTask`).
struct MicrosoftToDo {
    private let file: ServiceImport

    private static let name = "an export of Microsoft To Do"
    private static let hint =
        "Save the answers of Microsoft Graph, or the file of a program that exports To Do as JSON. 'hometask import csv' "
        + "reads a table of Outlook."

    init(_ call: Call) throws {
        file = try ServiceImport(
            call, of: "microsoft-todo",
            telling: ["category", "description", "due", "items", "priority", "reminders", "repeat", "tags"])
    }

    func run() throws {
        let (json, text) = try file.read(as: Self.name, hint: Self.hint)
        let lists = ServiceLists(json)
        guard lists.hasLists else { throw ServiceImport.refusal(Self.name, "it has no lists", hint: Self.hint) }
        var entries: [ServiceImport.Entry] = []
        let lines = IDLines(of: text)
        for (list, task) in lists.tasks {
            let line = lines[task["id"]?.stringValue]
            if let id = file.id(of: task, line: line) { entries.append(try entry(task, id, in: list, line: line)) }
        }
        try file.propose(entries)
    }

    private func entry(_ object: JSON, _ id: String, in list: String, line: Int?) throws -> ServiceImport.Entry {
        var entry = ServiceImport.Entry(id: id, task: ImportedTask(), line: line)
        entry.task.title = object["title"]?.stringValue ?? object["subject"]?.stringValue ?? ""
        let body = object["body"]?["content"]?.stringValue ?? ""
        let isHTML = object["body"]?["contentType"]?.stringValue?.lowercased() == "html"
        let text = isHTML ? PlainHTML.text(body) : body
        if !PlainText.line(text).line.isEmpty { entry.task.addDescription(text) }
        try file.categorize(&entry.task, as: list)
        for category in object["categories"]?.arrayValue ?? [] { entry.task.tag(category.stringValue ?? "") }
        // Normal importance is the default.
        entry.task.priority = ["high": "high", "low": "low"][object["importance"]?.stringValue?.lowercased() ?? ""]
        for item in object["checklistItems"]?.arrayValue ?? object["subtasks"]?.arrayValue ?? [] {
            entry.task.item(item["displayName"]?.stringValue ?? "", isDone: item["isChecked"] == true)
        }
        for resource in object["linkedResources"]?.arrayValue ?? [] {
            if let address = resource["webUrl"]?.stringValue { entry.task.addDescription(address) }
        }
        readDates(object, into: &entry)
        entry.task.createdAt = ServiceImport.instant(object["createdDateTime"])
        file.setState(
            &entry, object["status"]?.stringValue ?? "", doneAt: moment(object["completedDateTime"])?.at)
        if object["hasAttachments"] == true || object["attachments"]?.arrayValue?.isEmpty == false {
            file.report(entry, "the attached files are left out")
        }
        return entry
    }

    private func readDates(_ object: JSON, into entry: inout ServiceImport.Entry) {
        entry.task.due = day(object["dueDateTime"]).map { .day($0) }
        if object["isReminderOn"] == true, let at = moment(object["reminderDateTime"])?.at {
            _ = entry.task.remind([at.rfc3339])
        }
        guard let recurrence = object["recurrence"], recurrence != .null else { return }
        if let rule = MicrosoftRecurrence.rule(recurrence) {
            entry.task.rule = rule.description
            if entry.task.due == nil {
                let start = recurrence["range"]?["startDate"]?.stringValue.flatMap { CivilDate(iso: $0) }
                entry.task.due = start.map { .day($0) }
            }
        } else {
            entry.task.unread.insert("repeat")
            file.report(entry, "the recurrence cannot be read and is left out")
        }
    }

    /// Returns the day of a due date, which has no time of day in To Do: a midnight in the given time zone or, written
    /// in UTC, in the account's time zone.
    private func day(_ json: JSON?) -> CivilDate? {
        guard let (at, isMidnight) = moment(json) else { return nil }
        if isMidnight { return json?["dateTime"]?.stringValue.flatMap { CivilDate(iso: String($0.prefix(10))) } }
        return file.zone.civil(at: at).date
    }

    /// Parses a `dateTimeTimeZone`, a time such as `2026-11-27T23:00:00.0000000` and the name of its time zone. An
    /// unknown name, such as a Windows zone name, means the family's zone.
    private func moment(_ json: JSON?) -> (at: Timestamp, isMidnight: Bool)? {
        guard let text = json?["dateTime"]?.stringValue, text.utf8.count <= 40 else { return nil }
        let bare = String(text.prefix { $0 != "." && $0 != "Z" })
        guard let written = Timestamp(rfc3339: bare + "Z") else { return nil }
        let civil = TimeZoneRules.utc.civil(at: written)
        let name = text.hasSuffix("Z") ? "UTC" : json?["timeZone"]?.stringValue ?? "UTC"
        let zone = (try? TimeZoneRules(identifier: name)) ?? file.zone
        return (zone.timestamp(of: civil), civil.time == .midnight)
    }
}
