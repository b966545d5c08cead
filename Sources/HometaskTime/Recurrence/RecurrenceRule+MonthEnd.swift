// SPDX-License-Identifier: Apache-2.0

// Days that some months lack. RFC 5545 (section 3.3.10) skips months without such a day; most people who say ‘every
// month’ on the 31st mean the last day of the shorter ones.

extension RecurrenceRule {
    /// The last day that exists in every month.
    private static let lastOfAll = 28

    /// The rule for a series that begins on the 29th, 30th or 31st, if no day of the month was named: shorter months
    /// use their last day, and longer ones the start's day. Other rules stay as they are.
    ///
    /// The result is still a valid RFC 5545 rule: `BYMONTHDAY=28,29,30;BYSETPOS=-1` is the 30th, or the last day of
    /// February.
    public func keepingMonthEnd(from start: CivilDate) -> RecurrenceRule {
        var rule = self
        if monthEnd != nil {
            (rule.monthDays, rule.positions) = ([], [])
            if frequency == .yearly { rule.months = [] }
        }
        guard rule.basis == .due, rule.namesNoDay, start.day > Self.lastOfAll else { return rule }
        switch frequency {
        case .daily, .weekly: return rule
        case .monthly: break
        case .yearly:
            guard start.month == 2, months.isEmpty || months == [2] else { return rule }
            rule.months = [2]
        }
        (rule.monthDays, rule.positions) = (Array(Self.lastOfAll...start.day), [-1])
        return rule
    }

    /// The day of the month that the rule names, with the last day of months that do not have it; nil for other rules.
    var monthEnd: Int? {
        guard frequency == .monthly || frequency == .yearly && months == [2], positions == [-1], days.isEmpty,
            yearDays.isEmpty, weekNumbers.isEmpty, let last = monthDays.last, (29...31).contains(last),
            monthDays == Array(Self.lastOfAll...last)
        else { return nil }
        return last
    }

    /// Sets the day of the month that ``monthEnd`` names.
    mutating func setMonthEnd(_ day: Int) {
        (monthDays, positions) = (Array(Self.lastOfAll...day), [-1])
    }

    /// Whether the rule names no day, so that the start of the series determines it.
    private var namesNoDay: Bool {
        weekNumbers.isEmpty && yearDays.isEmpty && monthDays.isEmpty && days.isEmpty && positions.isEmpty
    }

    /// Returns the periods that a series starting on a given day skips because they lack that day; nil if none are
    /// skipped.
    public func skippedPeriods(from start: CivilDate) -> SkippedPeriods? {
        guard basis == .due, positions.isEmpty, weekNumbers.isEmpty, yearDays.isEmpty else { return nil }
        if !days.isEmpty { return skippedWeekdays }
        let named = (monthDays.isEmpty ? [start.day] : monthDays).map { abs($0) }
        guard let day = named.min() else { return nil }
        let areMissing = visitedMonths(from: start).map { CivilDate.daysInMonth($0, of: 2_001) < day }
        let areAllMissing = areMissing.allSatisfy { $0 }
        switch frequency {
        case .daily, .weekly: return nil
        case .monthly where !areAllMissing: return areMissing.contains(true) ? .shortMonths(day: day) : nil
        case .monthly, .yearly: return areAllMissing && day == 29 ? .commonYears : nil
        }
    }

    /// The skipped periods of a rule that names certain weekdays of a month.
    private var skippedWeekdays: SkippedPeriods? {
        guard monthDays.isEmpty, frequency == .monthly || !months.isEmpty,
            days.allSatisfy({ abs($0.ordinal ?? 0) == 5 }), let day = days.first
        else { return nil }
        return .monthsWithFour(day.weekday)
    }

    /// The months in which the rule looks for days.
    private func visitedMonths(from start: CivilDate) -> [Int] {
        if frequency == .yearly { return months.isEmpty ? [start.month] : months }
        let reached = Set((0..<12).map { (start.month - 1 + $0 * (interval % 12)) % 12 + 1 })
        return (months.isEmpty ? Array(1...12) : months).filter(reached.contains)
    }
}

/// The months or years that a series skips because they lack its day.
public enum SkippedPeriods: Hashable, Sendable {
    /// The months without this day.
    case shortMonths(day: Int)
    /// The months with four of these weekdays.
    case monthsWithFour(Weekday)
    /// The years without a 29 February.
    case commonYears
}
