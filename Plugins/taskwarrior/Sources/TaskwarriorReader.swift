// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// A reader of a task from its attributes.
struct TaskwarriorReader {
    private let object: JSONObject
    private let line: Int?
    private let file: TaskwarriorImport
    private var result = ImportedTask()

    /// The maximum number of unknown attributes added to the description.
    private static let mostOthers = 50

    init(_ object: JSONObject, line: Int?, for file: TaskwarriorImport) {
        self.object = object
        self.line = line
        self.file = file
    }

    /// Returns the task described by the object. Unreadable parts are reported and left out.
    mutating func task(_ series: TaskwarriorSeries) throws -> ImportedTask {
        result.title = object.text("description")
        annotations()
        result.createdAt = instant("entry")
        if result.createdAt != nil { result.createdBy = person(TaskwarriorField.createdBy) }
        result.due = time("due", zone: TaskwarriorField.dueZone)
        result.wait = time("wait", zone: TaskwarriorField.waitZone)
        if object.text("status") == "completed" {
            result.doneAt = instant("end") ?? instant("modified") ?? file.call.session.now
            result.doneBy = person(TaskwarriorField.doneBy)
        }
        for (name, words) in [("scheduled", "Scheduled"), ("until", "Until")] {
            if name == "until" && !object.text("recur").isEmpty { continue }
            if let time = time(name, zone: "") { result.addDescription("\(words): \(Self.words(time))") }
        }
        recur(series)
        try groups()
        let (before, isWhole) = file.tasks(before: object, line: line)
        result.after = before
        if !isWhole { result.unread.insert("after") }
        try own()
        others()
        if object.text(TaskwarriorField.rule).isEmpty { result.keepMonthEnd(in: file.zone) }
        return result
    }

    private func fault(_ message: String) {
        file.call.skip(line: line, "‘\(object.text("description").excerpt(limit: 40))’: \(message)")
    }

    /// Reads the instant of an attribute; nil if there is none. An invalid instant is reported.
    private mutating func instant(_ name: String) -> Timestamp? {
        guard let value = object[name], value != "" else { return nil }
        let instant = TaskwarriorTime.instant(value.stringValue)
        if instant == nil {
            if ["due", "wait"].contains(name) { result.unread.insert(name) }
            fault("\(name) is not a time such as 20261127T170000Z: \(value.compactText.excerpt(limit: 40))")
        }
        return instant
    }

    private mutating func time(_ name: String, zone: String) -> Due? {
        guard let instant = instant(name) else { return nil }
        let named = object.text(zone)
        let isKnown = (try? TimeZoneRules(identifier: named)) != nil
        return TaskwarriorTime.time(instant, in: file.zone, named: isKnown ? named : nil)
    }

    private static func words(_ time: Due) -> String {
        switch time {
        case .day(let date): date.description
        case .instant(let at, _): at.rfc3339
        }
    }

    private mutating func annotations() {
        let annotations = object["annotations"]?.arrayValue?.compactMap(\.objectValue) ?? []
        // Stable sort by time.
        let order = annotations.indices.sorted { left, right in
            (annotations[left].text("entry"), left) < (annotations[right].text("entry"), right)
        }
        for index in order {
            let text = annotations[index].text("description")
            if text.hasPrefix(TaskwarriorField.open) || text.hasPrefix(TaskwarriorField.done) {
                result.item(String(text.dropFirst(4)), isDone: text.hasPrefix(TaskwarriorField.done))
            } else {
                result.addDescription(TaskwarriorField.line(text))
            }
        }
    }

    /// Reads the rule and, for a template, the due date of the next task in its series.
    private mutating func recur(_ series: TaskwarriorSeries) {
        let text = object.text(TaskwarriorField.rule)
        if !text.isEmpty {
            do throws(RecurrenceRuleError) {
                result.rule = try RecurrenceRule(text).description
            } catch {
                fault("it does not recur: \(error)")
            }
            return
        }
        let uuid = object.text("uuid")
        let isAlone = object.text("status") == "recurring"
        guard let template = isAlone ? object : series.rules[uuid] else { return }
        let isChained = template.text("rtype") == "chained"
        let until = TaskwarriorTime.instant(template.text("until"))
        guard let rule = TaskwarriorRecurrence.rule(template.text("recur"), isChained: isChained, until: until) else {
            fault("it does not recur: ‘\(template.text("recur").excerpt(limit: 40))’ is not a number of whole days")
            return result.addDescription("Recurs: \(template.text("recur"))")
        }
        result.rule = rule.description
        if isAlone, let last = series.alone[uuid] ?? nil {
            let slot = RecurrenceSlot(date: file.zone.civil(at: last).date, time: file.zone.civil(at: last).time)
            if let next = rule.slot(after: slot, in: file.zone), case .instant(let at) = next.moment(in: file.zone) {
                result.due = TaskwarriorTime.time(at, in: file.zone, named: nil)
            }
        }
    }

    private mutating func groups() throws {
        if let priority = ["H": "high", "M": "medium", "L": "low"][object.text("priority")] {
            result.priority = priority
        } else if !object.text("priority").isEmpty {
            result.unread.insert("priority")
            result.addDescription("priority: \(object.text("priority"))")
        }
        for tag in object.texts("tags") { result.tag(tag) }
        if object.text("project").isEmpty { return }
        result.category = try file.category(object.text("project"))
        if result.category == nil { result.unread.insert("category") }
    }

    /// Returns the member named in an attribute; nil if it names no member. An unknown person who has done the task is
    /// named in the description.
    private mutating func person(_ name: String) -> DocumentID? {
        let text = object.text(name)
        guard !text.isEmpty else { return nil }
        let id = file.member(text)
        if id == nil && name == TaskwarriorField.doneBy { result.addDescription("Done by: \(text)") }
        return id
    }

    /// Reads the fields that an export writes to user-defined attributes.
    private mutating func own() throws {
        for field in DeclaredField.all {
            let text = object.text(TaskwarriorField.attribute(of: field.name))
            if !text.isEmpty, !result.set(field, to: text) { fault("‘\(text.excerpt(limit: 40))’ \(field.fault)") }
        }
        let reminders = object.text(TaskwarriorField.reminders)
        for text in result.remind(reminders.split(separator: ",").map { String($0) }) {
            result.unread.insert("reminders")
            fault("‘\(text.excerpt(limit: 40))’ is not a reminder")
        }
        let names =
            (try? JSON.parse(object.text(TaskwarriorField.assignees)))?.arrayValue?.compactMap(\.stringValue) ?? []
        for name in names {
            if let id = file.member(name) {
                result.assignees.insert(id)
            } else {
                result.unread.insert("assignees")
                result.addDescription("For: \(name)")
            }
        }
        guard let place = (try? JSON.parse(object.text(TaskwarriorField.place)))?.objectValue else { return }
        var fields: JSONObject = [:]
        for name in ["location", "address"] { fields[name] = place[name] }
        if Schema.of(.pin)?.validate(fields).contains(where: { !$0.pointer.isEmpty }) != false { fields = [:] }
        if let pin = try file.pin(place.text("name"), fields: fields) {
            var value: JSONObject = ["pin": .string(pin.description)]
            value["within"] = place["within"]
            result.others["place"] = .object(value)
        }
    }

    /// Adds unknown attributes to the description, as `name: value`.
    private mutating func others() {
        let others = object.members.filter { !TaskwarriorField.known.contains($0.0.string) && !$0.1.isNull }
        for (name, value) in others.sorted(by: { $0.0 < $1.0 }).prefix(Self.mostOthers) {
            result.addDescription("\(name.string): \(PlainText.line(value.stringValue ?? value.compactText).line)")
        }
    }
}
