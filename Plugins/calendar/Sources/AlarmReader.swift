// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// Reads a task's reminders from the alarms of a to-do (RFC 5545, section 3.6.6).
struct AlarmReader {
    private let todo: FoundTodo
    private let due: Due?
    private let start: Due?
    private let zone: TimeZoneRules
    private let call: Call
    /// The most reminders of a task.
    private static let most = 100

    init(_ todo: FoundTodo, due: Due?, start: Due?, zone: TimeZoneRules, call: Call) {
        self.todo = todo
        self.due = due
        self.start = start
        self.zone = zone
        self.call = call
    }

    /// The reminders, in order (durations before the due date, and instants), and whether all could be read.
    func reminders() -> (found: [String], isWhole: Bool) {
        let own = todo.first("X-HOMETASK-REMINDERS")?.texts.filter { !$0.isEmpty } ?? []
        if own.contains(where: { $0.uppercased() == "NONE" }) { return (["none"], true) }
        // Those that count from a due date which the task does not have.
        var found = Set(own.prefix(Self.most))
        var isWhole = true
        for alarm in todo.alarms where !AlarmPlace.isMeant(alarm) {
            guard let trigger = alarm.first(where: { $0.name == "TRIGGER" }) else { continue }
            if let reminder = reminder(trigger) {
                if found.count < Self.most { found.insert(reminder) }
            } else {
                isWhole = false
                call.skip(line: trigger.number, "no reminder was made of the alarm \(trigger.value.excerpt(limit: 40))")
            }
        }
        return (found.sorted(), isWhole)
    }

    /// The place where an alarm goes off; a fault for each that is none, or a second one.
    func place() -> AlarmPlace? {
        var found: AlarmPlace?
        for alarm in todo.alarms where AlarmPlace.isMeant(alarm) {
            let line = alarm.first { $0.name.hasPrefix("X-APPLE-") }
            if let place = AlarmPlace(alarm), found == nil {
                found = place
                let proximity = alarm.first { $0.name == "X-APPLE-PROXIMITY" }
                guard let proximity, proximity.value.uppercased() == "DEPART" else { continue }
                call.skip(
                    line: proximity.number, "the alarm is for leaving a place; only arriving is supported")
            } else {
                call.skip(line: line?.number, "the alarm has no place that the task could have")
            }
        }
        return found
    }

    private func reminder(_ trigger: ContentLine) -> String? {
        if let value = CalendarTime.parse(trigger.value), let time = value.time {
            let clock = value.isUTC ? TimeZoneRules.utc : zone
            return clock.timestamp(of: CivilTime(date: value.date, time: time)).rfc3339
        }
        guard let length = CalendarLength(trigger.value), let due else { return nil }
        let isZero = length.days == 0 && length.seconds == 0
        let isFromEnd = trigger.parameter("RELATED")?.uppercased() == "END"
        // Without a start, the alarms that count from it are meant from the end.
        if !isFromEnd, let start, start != due {
            let first = length.added(to: .instant(start.beginning(in: zone), zone: nil), in: zone).beginning(in: zone)
            let ahead = due.beginning(in: zone).seconds - first.seconds
            return ahead >= 0 ? "PT\(ahead)S" : nil
        }
        guard length.isNegative || isZero else { return nil }
        return isZero ? "PT0S" : String(trigger.value.dropFirst())
    }
}
