// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// One time in a series: a day, optionally with a time of day.
public struct RecurrenceSlot: Hashable, Sendable {
    /// The calendar day; for a slot with a time, in the slot's zone.
    public let date: CivilDate
    /// The local time; nil for a whole day. On the days of clock changes, it need not exist.
    public let time: TimeOfDay?

    /// Creates a slot; without a time, it is a whole day.
    public init(date: CivilDate, time: TimeOfDay? = nil) {
        self.date = date
        self.time = time
    }

    /// Creates the slot of a moment; for an instant, the local date and time in a zone.
    public init(_ moment: Moment, in zone: TimeZoneRules) {
        switch moment {
        case .day(let date): self.init(date: date)
        case .instant(let instant):
            let civil = zone.civil(at: instant)
            self.init(date: civil.date, time: civil.time)
        }
    }

    /// Returns the moment of the slot in a zone. A time that does not exist is moved forward by the length of the gap,
    /// and a time that occurs twice resolves to the first, as in RFC 5545 (section 3.3.5).
    public func moment(in zone: TimeZoneRules) -> Moment {
        time.map { .instant(zone.timestamp(of: CivilTime(date: date, time: $0))) } ?? .day(date)
    }
}

extension RecurrenceSlot {
    /// Whether the slot is past: a whole day once it has ended, a time of day once it is reached.
    public func isPast(at clock: CivilTime) -> Bool {
        time.map { CivilTime(date: date, time: $0) <= clock } ?? (date < clock.date)
    }
}

extension RecurrenceRule {
    /// Returns the days that the rule names from a start on. The start itself is included only if the rule names it.
    /// COUNT, and UNTIL with a time, are handled by ``slots(from:in:)``.
    public func days(from start: CivilDate) -> RecurrenceDays {
        RecurrenceDays(self, from: start)
    }

    /// Returns the slots of the rule from a start to the end of the rule; each has the start's time of day. The time
    /// zone of the slots is used if the rule ends at an instant.
    public func slots(from start: RecurrenceSlot, in zone: TimeZoneRules) -> some Sequence<RecurrenceSlot> {
        var days = days(from: start.date)
        var left = if case .count(let count) = end { count } else { Int.max }
        return sequence(state: ()) { _ -> RecurrenceSlot? in
            guard left > 0, let date = days.next() else { return nil }
            left -= 1
            let slot = RecurrenceSlot(date: date, time: start.time)
            return includes(slot, in: zone) ? slot : nil
        }
    }

    /// The first day of a series that begins on or after a day: the first day that matches the rule, whatever its
    /// interval, which counts from there. Nil if no day matches before its end.
    public func firstDay(from start: CivilDate) -> CivilDate? {
        var rule = self
        rule.interval = 1
        var days = rule.days(from: start)
        return days.next()
    }

    /// Returns the next slot of the series after a slot; nil if the series ends with that slot.
    ///
    /// A slot that the rule does not name (a task is due on a Wednesday and recurs on Tuesdays) is followed by the
    /// first later day that the rule, started there, names. The slot itself counts towards COUNT.
    public func slot(after slot: RecurrenceSlot, in zone: TimeZoneRules) -> RecurrenceSlot? {
        if case .count(let count) = end, count <= 1 { return nil }
        var days = days(from: slot.date)
        while let date = days.next() {
            guard date > slot.date else { continue }
            let next = RecurrenceSlot(date: date, time: slot.time)
            return includes(next, in: zone) ? next : nil
        }
        return nil
    }

    /// Returns the next slot after a completed one, and the rule for the rest of the series; nil at the end of the
    /// series.
    ///
    /// Usually this is the following slot. If the following slot is already past too, the task was missed more than
    /// once, and one completion covers all missed times: the next slot is then the first in the future (after today,
    /// for whole days), unless the rule catches up.
    ///
    /// - Parameters:
    ///   - slot: the slot at which the completed task was due.
    ///   - clock: when the task was done, in local time of the zone.
    ///   - zone: the time zone of the slots; used if the rule ends at an instant.
    public func next(
        after slot: RecurrenceSlot, doneAt clock: CivilTime, in zone: TimeZoneRules
    ) -> (slot: RecurrenceSlot, rule: RecurrenceRule)? {
        guard skips(after: slot, doneAt: clock, in: zone) else {
            return self.slot(after: slot, in: zone).map { ($0, following) }
        }
        return first(after: slot, from: clock.date, in: zone) { next in
            next.time == nil ? next.date > clock.date : !next.isPast(at: clock)
        }
    }

    /// Whether the slot after a completed one is skipped, since it was missed too.
    public func skips(after slot: RecurrenceSlot, doneAt clock: CivilTime, in zone: TimeZoneRules) -> Bool {
        guard basis == .due, !catchesUp, slot.isPast(at: clock), let next = self.slot(after: slot, in: zone) else {
            return false
        }
        return next.isPast(at: clock)
    }

    /// Returns the first slot after another that is not past, and the rule for the rest of the series; nil if the
    /// series ends before. The slots in between count towards COUNT.
    public func slot(
        after slot: RecurrenceSlot, toComeAt clock: CivilTime, in zone: TimeZoneRules
    ) -> (slot: RecurrenceSlot, rule: RecurrenceRule)? {
        first(after: slot, from: clock.date, in: zone) { !$0.isPast(at: clock) }
    }

    /// The first slot after another that satisfies a predicate. Precondition: no slot before `day` satisfies it.
    private func first(
        after slot: RecurrenceSlot, from day: CivilDate, in zone: TimeZoneRules, where fits: (RecurrenceSlot) -> Bool
    ) -> (slot: RecurrenceSlot, rule: RecurrenceRule)? {
        let (start, skipped) = beginning(near: day, after: slot.date)
        var days = days(from: start)
        var passed = skipped
        while let date = days.next() {
            guard date > start else { continue }
            passed += 1
            if case .count(let count) = end, passed >= count { return nil }
            let next = RecurrenceSlot(date: date, time: slot.time)
            guard fits(next) else { continue }
            guard includes(next, in: zone) else { return nil }
            if case .count(let count) = end { return (next, ending(.count(count - passed))) }
            return (next, self)
        }
        return nil
    }

    /// A day not far before another from which the rule names the same days as from a slot, and the number of counted
    /// slots after the slot up to that day. This avoids stepping through centuries of days one by one. Monthly and
    /// yearly rules, which have few slots, begin at the slot; so do counted rules that name days.
    private func beginning(near day: CivilDate, after slot: CivilDate) -> (day: CivilDate, passed: Int) {
        let period =
            switch frequency {
            case .daily: interval
            case .weekly: 7 * interval
            case .monthly, .yearly: 0
            }
        var isCounted = false
        if case .count = end { isCounted = true }
        guard period > 0, day > slot, !isCounted || !namesDays else { return (slot, 0) }
        let periods = max(0, (day.dayNumber - slot.dayNumber) / period - 1)
        return (slot.adding(days: periods * period), namesDays ? 0 : periods)
    }

    /// Returns the slot one interval after a completion; nil if the series ends.
    ///
    /// A month after 31 January is the last day of February: a duration skips no days.
    ///
    /// - Parameters:
    ///   - date: the day of the completion, in the zone.
    ///   - time: the time of day of the slot; nil for a whole day.
    ///   - zone: the time zone of the slot; used if the rule ends at an instant.
    public func slot(afterDoneOn date: CivilDate, time: TimeOfDay?, in zone: TimeZoneRules) -> RecurrenceSlot? {
        if case .count(let count) = end, count <= 1 { return nil }
        let later =
            switch frequency {
            case .daily: date.adding(days: interval)
            case .weekly: date.adding(days: 7 * interval)
            case .monthly: date.adding(months: interval)
            case .yearly: date.adding(years: interval)
            }
        let next = RecurrenceSlot(date: later, time: time)
        return later > date && includes(next, in: zone) ? next : nil
    }

    /// The rule for the following slot, with any count reduced by one.
    public var following: RecurrenceRule {
        if case .count(let count) = end { ending(.count(max(1, count - 1))) } else { self }
    }

    /// The last day that can precede the end in any zone; the calendar's last day if the rule has no such end.
    var lastDay: CivilDate {
        switch end {
        case .never, .count: .latest
        case .day(let date): date
        case .clock(let civil): civil.date
        case .instant(let instant): CivilTime(secondsOnClock: instant.seconds).date.adding(days: 2)
        }
    }

    /// Whether a slot is not after the rule's end.
    private func includes(_ slot: RecurrenceSlot, in zone: TimeZoneRules) -> Bool {
        switch end {
        case .never, .count: true
        case .day(let last): slot.date <= last
        case .clock(let last):
            slot.time.map { CivilTime(date: slot.date, time: $0) <= last } ?? (slot.date <= last.date)
        case .instant(let last):
            switch slot.moment(in: zone) {
            case .instant(let instant): instant <= last
            case .day(let date): date <= zone.civil(at: last).date
            }
        }
    }
}
