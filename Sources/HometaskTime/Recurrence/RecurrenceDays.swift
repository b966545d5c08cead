// SPDX-License-Identifier: Apache-2.0

/// The days of a rule, in order, from a start. Iteration ends with the rule, at the end of the year 9999, or as soon as
/// no further day can match.
public struct RecurrenceDays: Sequence, IteratorProtocol, Sendable {
    private let rule: RecurrenceRule
    private let pattern: RecurrencePattern
    private let start: CivilDate
    /// The last day that may be returned.
    private let last: CivilDate
    /// The number of periods processed so far, of those that the interval selects.
    private var period = 0
    /// The number of consecutive periods, up to the current one, without a matching day.
    private var barren = 0
    /// The days of the current period still to be returned, in reverse order.
    private var rest: [CivilDate] = []

    init(_ rule: RecurrenceRule, from start: CivilDate) {
        self.rule = rule
        self.start = start
        last = rule.lastDay
        pattern = RecurrencePattern(rule, from: start)
    }

    /// The next day; nil after the last one.
    public mutating func next() -> CivilDate? {
        while rest.isEmpty {
            guard barren < cycle, let days = daysOfPeriod() else { return nil }
            period += 1
            let named = chosen(from: days.filter(pattern.names))
            barren = named.isEmpty ? barren + 1 : 0
            rest = named.filter { $0 >= start && $0 <= last }.reversed()
        }
        return rest.removeLast()
    }

    /// The number of periods after which the calendar repeats: 400 years are 4,800 months, 20,871 weeks or 146,097
    /// days. A rule that names no day in this many periods never names one.
    private var cycle: Int {
        switch rule.frequency {
        case .yearly: 400
        case .monthly: 4_800
        case .weekly: 20_871
        case .daily: 146_097
        }
    }

    /// All days of the current period that may be named; nil after the last day that may be returned.
    private func daysOfPeriod() -> [CivilDate]? {
        let step = period * rule.interval
        switch rule.frequency {
        case .daily: return days(of: start.dayNumber + step, 1)
        case .weekly:
            let week = start.dayNumber - rule.weekStart.days(until: start.weekday)
            return days(of: week + 7 * step, 7)
        case .monthly:
            let month = start.year * 12 + start.month - 1 + step
            guard month / 12 <= last.year else { return nil }
            return days(ofMonth: month % 12 + 1, month / 12)
        case .yearly:
            guard start.year + step <= last.year else { return nil }
            return (1...12).flatMap { days(ofMonth: $0, start.year + step) }
        }
    }

    private func days(of first: Int, _ count: Int) -> [CivilDate]? {
        guard first <= last.dayNumber else { return nil }
        return (Swift.max(first, CivilDate.earliestNumber)..<Swift.min(first + count, CivilDate.latestNumber + 1)).map {
            CivilDate(dayNumber: $0)
        }
    }

    private func days(ofMonth month: Int, _ year: Int) -> [CivilDate] {
        guard pattern.months.isEmpty || pattern.months.contains(month) else { return [] }
        return (1...CivilDate.daysInMonth(month, of: year)).map { CivilDate(unchecked: year, month: month, day: $0) }
    }

    /// The days selected by BYSETPOS; all of them without it.
    private func chosen(from days: [CivilDate]) -> [CivilDate] {
        if rule.positions.isEmpty { return days }
        let places = Set(rule.positions.map { $0 > 0 ? $0 - 1 : days.count + $0 })
        return days.indices.filter(places.contains).map { days[$0] }
    }
}
