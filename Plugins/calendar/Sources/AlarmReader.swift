// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// A reader of a task's reminders from the alarms of a to-do (RFC 5545, section 3.6.6).
struct AlarmReader {
    private let todo: TodoComponent
    private let due: Due?
    private let start: Due?
    private let zone: TimeZoneRules
    private let call: Call
    /// The maximum number of reminders of a task.
    private static let most = 100

    init(_ todo: TodoComponent, due: Due?, start: Due?, zone: TimeZoneRules, call: Call) {
        self.todo = todo
        self.due = due
        self.start = start
        self.zone = zone
        self.call = call
    }

    /// Returns the reminders, sorted by their text (durations before the due date, and instants), and whether all
    /// alarms could be read. An unreadable alarm is reported.
    func reminders() -> (found: [String], isWhole: Bool) {
        let own = todo.first("X-HOMETASK-REMINDERS")?.texts.filter { !$0.isEmpty } ?? []
        if own.contains(where: { $0.uppercased() == "NONE" }) { return (["none"], true) }
        // `X-HOMETASK-REMINDERS` holds the reminders that an alarm cannot express, such as durations of a task without
        // a due date.
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

    /// Returns the place of the first location alarm. Location alarms without a valid place, and any further location
    /// alarms, are reported. So is an alarm for leaving the place, which is read as an arrival.
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
        // Without a start, a trigger relative to the start is read as relative to the due date.
        if !isFromEnd, let start, start != due {
            let first = length.added(to: .instant(start.beginning(in: zone), zone: nil), in: zone).beginning(in: zone)
            let ahead = due.beginning(in: zone).seconds - first.seconds
            return ahead >= 0 ? "PT\(ahead)S" : nil
        }
        guard length.isNegative || isZero else { return nil }
        return isZero ? "PT0S" : String(trigger.value.dropFirst())
    }
}
