// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

extension TodoReader {
    /// Reads the recurrence rule. An invalid rule is reported, and added to the description.
    mutating func recur(_ start: Due?) {
        for name in ["RDATE", "EXRULE"] {
            if let line = todo.first(name) { fault(line, "\(name) is not supported and is left out") }
        }
        guard let line = todo.first("RRULE") ?? todo.first("X-HOMETASK-RRULE") else { return }
        if let other = todo.all("RRULE").dropFirst().first { fault(other, "a second RRULE is left out") }
        let isFromDone = todo.text("X-HOMETASK-REPEAT-FROM").uppercased() == "DONE"
        do throws(RecurrenceRuleError) {
            let text = ruleText(of: line, start)
            let rule = try RecurrenceRule(text + (isFromDone ? ";X-FROM=DONE" : ""))
            let catchesUp = todo.text("X-HOMETASK-REPEAT-MISSED").uppercased() == "ALL"
            result.rule = (catchesUp ? rule.catchingUp(true) : rule).description
            if result.due == nil, line.name == "RRULE" {
                result.due = start
                if start == nil, todo.first("DTSTART") != nil { result.unread.insert("due") }
            }
            let times = todo.all("DUE") + todo.all("DTSTART")
            if let zone = times.first(where: { file.zones.isForeign($0) })?.parameter("TZID") {
                file.call.note(
                    "the time zone \(zone.excerpt(limit: 40)) is not in the database, so ‘"
                        + "\(PlainText.line(todo.title).line.excerpt(limit: 60))’ recurs in the family's time zone")
            }
        } catch {
            fault(line, "the task does not recur: \(error)")
            result.unread.insert("repeat")
            result.addDescription("RRULE:\(line.value)")
        }
    }

    /// The text of a rule for the due dates. The rule in the file applies to the start dates: if these fall on other
    /// days, the days in the rule are shifted.
    private func ruleText(of line: ContentLine, _ start: Due?) -> String {
        let zone = file.zones.family
        let clock = start.flatMap { start -> (hour: Int, minute: Int)? in
            guard case .instant(let at, let name) = start else { return nil }
            let time = (name.flatMap { file.zones.rules($0) } ?? zone).civil(at: at).time
            return (time.hour, time.minute)
        }
        var text = RuleText(line.value, time: clock)
        guard let start, let due = result.due else { return text.text }
        let (first, last) = (start.date(in: zone), due.date(in: zone))
        let shift = first.days(until: last)
        guard shift > 0 else { return text.text }
        switch text["FREQ"] {
        case "WEEKLY":
            let days = text["BYDAY"]?.split(separator: ",").map { Self.weekday(String($0), later: shift) }
            text.set("BYDAY", to: days?.joined(separator: ","))
        case "MONTHLY", "YEARLY":
            guard text["BYMONTHDAY"] == "\(first.day)", first.month == last.month else { break }
            text.set("BYMONTHDAY", to: "\(last.day)")
        default: break
        }
        return text.text
    }

    private static let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    private static func weekday(_ code: String, later days: Int) -> String {
        weekdays.firstIndex(of: code).map { weekdays[($0 + days) % 7] } ?? code
    }
}

// MARK: Occurrences that are done

extension TodoReader {
    /// Moves the task to its first occurrence that is not closed: neither done nor cancelled by a to-do of its own
    /// (RECURRENCE-ID), nor excluded (EXDATE). If all are closed and one was done, the task is done.
    mutating func passClosedOccurrences() {
        let others = file.occurrences(of: todo)
        let closed = others.filter { $0.isDone || $0.isCancelled }
        var left = ClosedOccurrences(closed, excluded: todo.all("EXDATE"), zones: file.zones)
        defer { report(left, of: closed) }
        guard !left.isEmpty, result.doneAt == nil, let due = result.due, let text = result.rule,
            var rule = try? RecurrenceRule(text)
        else { return }
        let first = start ?? due
        let zone = zone(of: first)
        var slot = RecurrenceSlot(first, in: zone)
        while left.take(slot, in: zone) {
            guard let next = rule.slot(after: slot, in: zone) else {
                let times = closed.compactMap { $0.isDone ? file.zones.instant($0.first("COMPLETED")) : nil }
                if closed.contains(where: \.isDone) { result.doneAt = times.max() ?? file.call.session.now }
                return
            }
            (slot, rule) = (next, rule.following)
        }
        left.removeAll(before: slot, in: zone)
        result.rule = rule.description
        let days = RecurrenceSlot(first, in: zone).date.days(until: slot.date)
        if days > 0 { result.due = due.adding(days: days, in: self.zone(of: due)) }
    }

    private func zone(of time: Due) -> TimeZoneRules {
        guard case .instant(_, let name?) = time else { return file.zones.family }
        return file.zones.rules(name) ?? file.zones.family
    }

    /// Reports closed occurrences after the first open one.
    private func report(_ left: ClosedOccurrences, of closed: [TodoComponent]) {
        for line in left.excludedLines {
            fault(line, "EXDATE is kept only for the first occurrences; a date is left out")
        }
        for todo in closed where left.contains(todo.first("RECURRENCE-ID")) {
            let deed = todo.isDone ? "done" : "cancelled"
            file.call.skip(
                line: todo.line,
                "a single occurrence that is \(deed) is left out: it is not among the first ones of its to-do")
        }
    }
}

/// The occurrences of a recurring to-do that a file closes individually.
struct ClosedOccurrences {
    private var left: [(line: ContentLine, time: Due)] = []

    /// - Parameters:
    ///   - closed: the occurrences that are done or cancelled.
    ///   - excluded: the lines with dates that the rule leaves out (EXDATE).
    init(_ closed: [TodoComponent], excluded: [ContentLine], zones: CalendarZones) {
        for line in closed.compactMap({ $0.first("RECURRENCE-ID") }) + excluded {
            for value in line.value.split(separator: ",") {
                if let time = zones.time(line.replacingValue(with: String(value)))?.time { left.append((line, time)) }
            }
        }
    }

    var isEmpty: Bool { left.isEmpty }

    /// The lines of the remaining excluded dates.
    var excludedLines: [ContentLine] {
        var seen: Set<Int> = []
        return left.map(\.line).filter { $0.name == "EXDATE" && seen.insert($0.number).inserted }
    }

    /// Whether the occurrence of a line remains.
    func contains(_ line: ContentLine?) -> Bool { left.contains { $0.line.number == line?.number } }

    /// Removes the occurrences before the given occurrence.
    mutating func removeAll(before slot: RecurrenceSlot, in zone: TimeZoneRules) {
        left.removeAll { $0.time.date(in: zone) < slot.date }
    }

    /// Removes an occurrence; returns false if it is not closed.
    mutating func take(_ slot: RecurrenceSlot, in zone: TimeZoneRules) -> Bool {
        let count = left.count
        left.removeAll { _, time in
            switch (time, slot.time) {
            case (.instant(let at, _), .some): RecurrenceSlot(.instant(at), in: zone) == slot
            default: time.date(in: zone) == slot.date
            }
        }
        return left.count < count
    }
}

extension RecurrenceSlot {
    /// The slot of a due date in a zone.
    fileprivate init(_ due: Due, in zone: TimeZoneRules) {
        switch due {
        case .day(let date): self.init(date: date)
        case .instant(let at, _): self.init(.instant(at), in: zone)
        }
    }
}

extension Due {
    /// Returns the due date a number of days later, at the same time of day in a zone.
    fileprivate func adding(days: Int, in zone: TimeZoneRules) -> Due {
        switch self {
        case .day(let date): return .day(date.adding(days: days))
        case .instant(let at, let name):
            let civil = zone.civil(at: at)
            return .instant(
                zone.timestamp(of: CivilTime(date: civil.date.adding(days: days), time: civil.time)), zone: name)
        }
    }
}
