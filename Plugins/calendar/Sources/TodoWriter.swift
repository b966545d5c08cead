// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// A writer of tasks as VTODO components (RFC 5545, section 3.6.2).
struct TodoWriter {
    private let writer: ContentWriter
    private let zones: CalendarZones
    /// Whether the calendar is for people outside the family; if so, family-only properties are left out.
    private let isShared: Bool
    private let now: Timestamp
    private let uids: SourceUIDs
    private var categories: [String: String] = [:]
    private var members: [String: JSONObject] = [:]
    private var pins: [String: JSONObject] = [:]

    init(_ call: Call, zones: CalendarZones) throws {
        writer = ContentWriter(call: call)
        self.zones = zones
        isShared = call.flag("share")
        now = call.session.now
        uids = try SourceUIDs(of: call)
        try call.forEachDocument(.category) { categories[$0.text("id")] = $0.text("name") }
        try call.forEachDocument(.member) { members[$0.text("id")] = $0 }
        try call.forEachDocument(.pin) { pins[$0.text("id")] = $0 }
    }

    /// Returns the recurrence rule of a task; nil if there is none or it cannot be parsed.
    static func rule(_ task: JSONObject) -> RecurrenceRule? {
        task["repeat"]?.stringValue.flatMap { try? RecurrenceRule($0) }
    }

    /// Writes a task as one VTODO; in a shared calendar, without family-only properties.
    mutating func writeTask(_ task: JSONObject) throws {
        let created = task["created"]?["at"]?.stringValue.flatMap { Timestamp(rfc3339: $0) }
        try writer.line("BEGIN", [], value: "VTODO")
        try writer.text("UID", [], value: uids[task.text("id")])
        try stamp(task, created)
        try writer.text("SUMMARY", [], value: task.text("title"))
        try describe(task)
        try times(task)
        try state(task)
        try place(task)
        if !isShared { try own(task) }
        try writer.line("END", [], value: "VTODO")
    }

    /// Writes when the task was created and last changed, so that repeated exports of the same tasks are identical. A
    /// shared calendar has only the required DTSTAMP, with the current time.
    private func stamp(_ task: JSONObject, _ created: Timestamp?) throws {
        if isShared { return try writer.line("DTSTAMP", [], value: CalendarTime.utc(now)) }
        let beginning = created ?? Timestamp(seconds: 0)
        let modified = max(Timestamp(rfc3339: task.text("~modified")) ?? beginning, beginning)
        try writer.line("DTSTAMP", [], value: CalendarTime.utc(modified))
        if let created { try writer.line("CREATED", [], value: CalendarTime.utc(created)) }
        if modified.seconds > 0 { try writer.line("LAST-MODIFIED", [], value: CalendarTime.utc(modified)) }
    }

    /// Writes the family-only properties.
    private func own(_ task: JSONObject) throws {
        try member("X-HOMETASK-CREATED-BY", task["created"]?["by"])
        try member("X-HOMETASK-COMPLETED-BY", task["completion"]?["by"])
        try groups(task)
        for id in task.texts("after") { try writer.text("RELATED-TO", [("RELTYPE", "DEPENDS-ON")], value: uids[id]) }
        for id in task["assignees"]?.arrayValue ?? [] { try member("X-HOMETASK-ASSIGNEE", id) }
        for field in DeclaredField.all {
            try writer.text(Self.property(of: field.name), [], value: field.text(of: task) ?? "")
        }
        try alarms(task)
    }

    /// The property that a declared field is written to.
    static func property(of name: String) -> String { "X-HOMETASK-\(name.uppercased())" }

    /// Writes the description with the checklist at its end, so that both are visible in other programs.
    private func describe(_ task: JSONObject) throws {
        var lines = task.texts("description")
        let items = task["items"]?.arrayValue ?? []
        if !items.isEmpty && !lines.isEmpty { lines.append("") }
        lines += items.map { "- [\($0["done"] == true ? "x" : " ")] \($0["text"]?.stringValue ?? "")" }
        try writer.text("DESCRIPTION", [], value: lines.joined(separator: "\n"))
        if !items.isEmpty, !isShared { try writer.line("X-HOMETASK-ITEMS", [], value: "\(items.count)") }
    }

    private func times(_ task: JSONObject) throws {
        let rule = Self.rule(task)
        let due = Due(task["due"])
        let wait = Due(task["wait"])
        let dueText = due.map { zones.written($0, isRecurring: rule != nil) }
        let waitText = wait.map { zones.written($0, isRecurring: rule != nil) }
        if let dueText, rule != nil {
            // RRULE requires DTSTART, the first date of the series.
            try writer.line("DTSTART", dueText.parameters, value: dueText.value)
        } else if !isShared, let wait, let waitText, isBefore(wait, due) {
            try writer.line("DTSTART", waitText.parameters, value: waitText.value)
        }
        if let dueText { try writer.line("DUE", dueText.parameters, value: dueText.value) }
        if let waitText, !isShared { try writer.line("X-HOMETASK-WAIT", waitText.parameters, value: waitText.value) }
        guard let rule else { return }
        // Without a due date, other programs have no date to count from.
        if due == nil, isShared { return }
        try writer.line(due == nil ? "X-HOMETASK-RRULE" : "RRULE", [], value: rule.standardText)
        if rule.basis == .done, !isShared { try writer.line("X-HOMETASK-REPEAT-FROM", [], value: "DONE") }
        if rule.catchesUp, !isShared { try writer.line("X-HOMETASK-REPEAT-MISSED", [], value: "ALL") }
    }

    /// Whether a time can be DTSTART in a to-do with the given DUE: it must be earlier, and of the same type and zone.
    private func isBefore(_ wait: Due, _ due: Due?) -> Bool {
        switch (wait, due) {
        case (_, nil): true
        case (.day(let wait), .day(let due)): wait < due
        case (.instant(let wait, let zone), .instant(let due, let dueZone)): wait < due && zone == dueZone
        default: false
        }
    }

    private func state(_ task: JSONObject) throws {
        let priorities = ["high": "1", "medium": "5", "low": "9"]
        if !isShared, let priority = priorities[task.text("priority")] {
            try writer.line("PRIORITY", [], value: priority)
        }
        guard let done = task["completion"]?["at"]?.stringValue.flatMap({ Timestamp(rfc3339: $0) }) else {
            return try writer.line("STATUS", [], value: "NEEDS-ACTION")
        }
        try writer.line("STATUS", [], value: "COMPLETED")
        try writer.line("COMPLETED", [], value: CalendarTime.utc(done))
        try writer.line("PERCENT-COMPLETE", [], value: "100")
    }

    private func groups(_ task: JSONObject) throws {
        let category = categories[task.text("category")] ?? ""
        let words = (category.isEmpty ? [] : [category]) + task.texts("tags")
        guard !words.isEmpty else { return }
        try writer.line("CATEGORIES", [], value: words.map { PropertyLine.escaped($0) }.joined(separator: ","))
        // Written even if empty, so that a tag with the name of a category is not read as the category.
        try writer.line("X-HOMETASK-CATEGORY", [], value: PropertyLine.escaped(category))
    }

    private func place(_ task: JSONObject) throws {
        guard let pin = pins[task["place"]?["pin"]?.stringValue ?? ""] else { return }
        let address = pin.text("address")
        try writer.text(
            "LOCATION", [], value: isShared && !address.isEmpty ? "\(pin.text("name")), \(address)" : pin.text("name"))
        if let latitude = pin["location"]?["latitude"]?.number, let longitude = pin["location"]?["longitude"]?.number {
            try writer.line("GEO", [], value: "\(latitude);\(longitude)")
        }
        if isShared { return }
        try writer.text("X-HOMETASK-ADDRESS", [], value: address)
        if let within = task["place"]?["within"]?.number { try writer.line("X-HOMETASK-WITHIN", [], value: within) }
    }

    /// Writes a member's name, with the email address if there is one. The name is not an ATTENDEE, because servers
    /// send invitations to attendees.
    private func member(_ name: String, _ id: JSON?) throws {
        guard let member = members[id?.stringValue ?? ""] else { return }
        let address = member.text("email")
        try writer.text(name, address.isEmpty ? [] : [("EMAIL", address)], value: member.text("name"))
    }

    /// Writes the reminders: as alarms that show the title where possible, otherwise as `X-HOMETASK-REMINDERS`.
    private func alarms(_ task: JSONObject) throws {
        var others: [String] = []
        for reminder in task.texts("reminders") {
            if reminder == "none" {
                try writer.line("X-HOMETASK-REMINDERS", [], value: "NONE")
            } else if let instant = Timestamp(rfc3339: reminder) {
                try alarm(task, [("VALUE", "DATE-TIME")], trigger: CalendarTime.utc(instant))
            } else if task["due"] != nil, CalendarLength(reminder) != nil {
                try alarm(task, [("RELATED", "END")], trigger: "-\(reminder)")
            } else {
                others.append(reminder)
            }
        }
        if !others.isEmpty {
            let value = others.map { PropertyLine.escaped($0) }.joined(separator: ",")
            try writer.line("X-HOMETASK-REMINDERS", [], value: value)
        }
    }

    private func alarm(_ task: JSONObject, _ parameters: [(String, String)], trigger: String) throws {
        try writer.line("BEGIN", [], value: "VALARM")
        try writer.line("ACTION", [], value: "DISPLAY")
        try writer.text("DESCRIPTION", [], value: task.text("title"))
        try writer.line("TRIGGER", parameters, value: trigger)
        try writer.line("END", [], value: "VALARM")
    }
}

extension JSON {
    /// Formats a number in decimal notation; nil if the value is not a number. A number that Swift would write with an
    /// exponent gives `0`.
    fileprivate var number: String? {
        guard let double = doubleValue, double.isFinite else { return nil }
        if let int = intValue { return "\(int)" }
        let text = "\(double)"
        return text.contains("e") ? "0" : text
    }
}
