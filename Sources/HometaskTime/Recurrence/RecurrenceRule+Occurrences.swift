// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// One time in a series: a day, with a time on the clock where it has one.
public struct RecurrenceSlot: Hashable, Sendable {
    /// The day on the calendar; of a slot with a time, in the zone whose clocks it means.
    public let date: CivilDate
    /// The time that a clock should show; nil for a whole day. On the days when clocks change it need not exist.
    public let time: TimeOfDay?

    /// Creates a slot, which is a whole day where no time is given.
    public init(date: CivilDate, time: TimeOfDay? = nil) {
        self.date = date
        self.time = time
    }

    /// The slot of a moment: for an instant what clocks show in a zone.
    public init(_ moment: Moment, in zone: TimeZoneRules) {
        switch moment {
        case .day(let date): self.init(date: date)
        case .instant(let instant):
            let civil = zone.civil(at: instant)
            self.init(date: civil.date, time: civil.time)
        }
    }

    /// The moment itself. A time that does not exist is moved forward by as much as the clock was, one that happens
    /// twice is the first of the two, as RFC 5545 (section 3.3.5) has it.
    public func moment(in zone: TimeZoneRules) -> Moment {
        time.map { .instant(zone.timestamp(of: CivilTime(date: date, time: $0))) } ?? .day(date)
    }
}

extension RecurrenceSlot {
    /// Whether it is over: a whole day when it has ended, a time of day when it has come.
    public func isPast(at clock: CivilTime) -> Bool {
        time.map { CivilTime(date: date, time: $0) <= clock } ?? (date < clock.date)
    }
}

extension RecurrenceRule {
    /// The days that the rule names from a start on, which is one of them only where the rule names it. COUNT, and
    /// UNTIL where it is a time, are left to ``slots(from:in:)``.
    public func days(from start: CivilDate) -> RecurrenceDays {
        RecurrenceDays(self, from: start)
    }

    /// The times of the rule from a start to its end; each has the start's time of day.
    ///
    /// - Parameter zone: the time zone of the slots; used if the rule ends at an instant.
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

    /// The slot that follows one in the series; nil if the series ends with that one.
    ///
    /// A slot that the rule does not name, as when something due on a Wednesday recurs on Tuesdays, is followed by the
    /// first one that the rule, started there, names after it. A count has the slot itself as the first of those it
    /// counts.
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

    /// The next slot after one whose task was done, with the rule for it; nil at the end of the series.
    ///
    /// Usually it is the following slot. If even that one is past, the task was missed more than once, and completing
    /// it covers all these times: the next slot is then the first one in the future (after today, for whole days),
    /// unless the rule catches up.
    ///
    /// - Parameter clock: when the task was done, in local time of the zone.
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

    /// Whether the next slot of what was done is not the one that follows, since that one was missed too.
    public func skips(after slot: RecurrenceSlot, doneAt clock: CivilTime, in zone: TimeZoneRules) -> Bool {
        guard basis == .due, !catchesUp, slot.isPast(at: clock), let next = self.slot(after: slot, in: zone) else {
            return false
        }
        return next.isPast(at: clock)
    }

    /// The first slot of a series behind another that is not past, with the rule for it; nil if the series ends before.
    /// A count counts the slots in between.
    public func slot(
        after slot: RecurrenceSlot, toComeAt clock: CivilTime, in zone: TimeZoneRules
    ) -> (slot: RecurrenceSlot, rule: RecurrenceRule)? {
        first(after: slot, from: clock.date, in: zone) { !$0.isPast(at: clock) }
    }

    /// The first slot behind another that fits; none before a day does.
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

    /// A day, before another and not far from it, from which the rule names the same days as from a slot, and how many
    /// slots of those that are counted lie between the two, this day among them: centuries of days that nobody asks for
    /// are not gone through one by one. A month or a year, which have few, begin at the slot, and so do days that are
    /// counted and not all alike.
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

    /// The slot of what was done on a day and is to be done again its length of time later; nil if the series ends.
    ///
    /// A month after 31 January is the last day of February: a duration has no days that it could pass over.
    ///
    /// - Parameter time: the time of day that the slot gets.
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

    /// The rule for the following slot: a count is reduced by one.
    public var following: RecurrenceRule {
        if case .count(let count) = end { ending(.count(max(1, count - 1))) } else { self }
    }

    /// The last day that can lie before the end, whatever the zone; the calendar's last one where there is no such end.
    var lastDay: CivilDate {
        switch end {
        case .never, .count: .latest
        case .day(let date): date
        case .clock(let civil): civil.date
        case .instant(let instant): CivilTime(secondsOnClock: instant.seconds).date.adding(days: 2)
        }
    }

    /// Whether a slot lies before the time at which the rule ends, or on it.
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
