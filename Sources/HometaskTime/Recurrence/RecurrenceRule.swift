// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A recurrence rule of RFC 5545 (section 3.3.10), with the frequencies that chores need: daily to yearly.
///
/// A rule names days. The time of day is that of the recurring task, in its zone, so the parts BYHOUR, BYMINUTE and
/// BYSECOND are rejected, as are frequencies below a day.
///
/// Where the RFC is ambiguous, the rule behaves as in python-dateutil:
/// - A start that the rule does not name is not an occurrence of its own; see ``days(from:)``.
/// - BYWEEKNO without BYDAY names all seven days of the week. A week belongs to the year that has four of its days.
/// - `BYDAY=MO,2TU` names both the Mondays and the second Tuesday (dateutil names only days that are both, so none).
/// - BYSETPOS of a weekly rule counts from the start of the week, even in the week in which the rule starts (dateutil
///   counts from the start of the rule). The days after an occurrence therefore depend only on that occurrence.
public struct RecurrenceRule: Hashable, Sendable, CustomStringConvertible {
    /// The length of the periods in which a rule names days.
    public enum Frequency: String, Hashable, Sendable, CaseIterable {
        /// Each period is a day.
        case daily = "DAILY"
        /// Each period is a week.
        case weekly = "WEEKLY"
        /// Each period is a month.
        case monthly = "MONTHLY"
        /// Each period is a year.
        case yearly = "YEARLY"
    }

    /// The end of a rule, inclusive.
    public enum End: Hashable, Sendable {
        /// The rule has no end: neither COUNT nor UNTIL.
        case never
        /// After that many occurrences, including the first; at least 1.
        case count(Int)
        /// After that day (UNTIL as a date).
        case day(CivilDate)
        /// At that local time (UNTIL as a time without `Z`).
        case clock(CivilTime)
        /// At that instant (UNTIL as a time in UTC).
        case instant(Timestamp)
    }

    /// A weekday, or its n-th occurrence in the month or year.
    public struct Day: Hashable, Comparable, Sendable {
        /// The weekday; ``ordinal`` says whether every one or only the n-th is meant.
        public let weekday: Weekday
        /// The number n of the n-th such weekday, counted from the end if negative; nil for every one.
        public let ordinal: Int?

        /// Creates a weekday; without an ordinal, every such day is meant.
        public init(_ weekday: Weekday, ordinal: Int? = nil) {
            self.weekday = weekday
            self.ordinal = ordinal
        }

        /// Weekdays without an ordinal come first, then those with an ordinal, in order.
        public static func < (left: Day, right: Day) -> Bool {
            (rank(left.ordinal ?? 0), left.weekday.rawValue) < (rank(right.ordinal ?? 0), right.weekday.rawValue)
        }
    }

    /// The time from which the next occurrence is counted.
    public enum Basis: Hashable, Sendable {
        /// The due date of the previous occurrence.
        case due
        /// The completion of the previous occurrence. Such a rule is a plain interval without named days.
        case done
    }

    /// The length of the periods.
    public internal(set) var frequency: Frequency
    /// The rule applies to every n-th period; at least 1.
    public internal(set) var interval = 1
    /// The end of the rule; ``End/never`` unless an end was set.
    public internal(set) var end = End.never
    /// The months (BYMONTH), 1 to 12.
    public internal(set) var months: [Int] = []
    /// The weeks of the year (BYWEEKNO), 1 to 53, or -1 to -53 from its end.
    public internal(set) var weekNumbers: [Int] = []
    /// The days of the year (BYYEARDAY), 1 to 366, or -1 to -366 from its end.
    public internal(set) var yearDays: [Int] = []
    /// The days of the month (BYMONTHDAY), 1 to 31, or -1 to -31 from its end.
    public internal(set) var monthDays: [Int] = []
    /// The weekdays (BYDAY), with or without a number; empty if the rule names none.
    public internal(set) var days: [Day] = []
    /// The positions of the selected days among those of a period (BYSETPOS), from its end if negative.
    public internal(set) var positions: [Int] = []
    /// The first day of a week (WKST).
    public internal(set) var weekStart = Weekday.monday
    /// The time from which occurrences are counted. RFC 5545 has no rule that counts from completion; the rule's text
    /// uses the non-standard part `X-FROM=DONE`.
    public internal(set) var basis = Basis.due
    /// Whether every missed time has to be made up for. Otherwise one completion covers all missed times. RFC 5545 does
    /// not cover this; the rule's text uses the non-standard part `X-MISSED=ALL`.
    public internal(set) var catchesUp = false

    /// Creates a rule for every n-th day, week, month or year, without named days. The interval n is at least 1;
    /// smaller numbers count as 1.
    public init(_ frequency: Frequency, interval: Int = 1, basis: Basis = .due) {
        self.frequency = frequency
        self.interval = max(1, interval)
        self.basis = basis
    }

    /// Whether the rule selects days, not just an interval.
    public var namesDays: Bool {
        !(months.isEmpty && weekNumbers.isEmpty && yearDays.isEmpty && monthDays.isEmpty && days.isEmpty
            && positions.isEmpty)
    }

    /// Returns the same rule with a different end.
    public func ending(_ end: End) -> RecurrenceRule {
        var rule = self
        rule.end = end
        return rule
    }

    /// Returns the same rule with or without catching up. A rule that counts from completion never catches up.
    public func catchingUp(_ catchesUp: Bool) -> RecurrenceRule {
        var rule = self
        rule.catchesUp = catchesUp && basis == .due
        return rule
    }

    /// Returns the canonical form among equivalent rules: lists sorted and without duplicates, and the start of the
    /// week only if the rule depends on it.
    func canonical() -> RecurrenceRule {
        var rule = self
        rule.months = Self.sorted(months)
        rule.weekNumbers = Self.sorted(weekNumbers)
        rule.yearDays = Self.sorted(yearDays)
        rule.monthDays = Self.sorted(monthDays)
        rule.positions = Self.sorted(positions)
        rule.days = Set(days).sorted()
        if !dependsOnWeekStart { rule.weekStart = .monday }
        return rule
    }

    /// Whether the rule depends on the first day of the week.
    var dependsOnWeekStart: Bool {
        switch frequency {
        case .weekly: !days.isEmpty && (interval > 1 || !positions.isEmpty)
        case .yearly: !weekNumbers.isEmpty
        case .daily, .monthly: false
        }
    }

    private static func sorted(_ numbers: [Int]) -> [Int] {
        Set(numbers).sorted { rank($0) < rank($1) }
    }

    /// The sort key of a number in a list: numbers counted from the end come last.
    private static func rank(_ number: Int) -> Int { number < 0 ? 1_000_000 + number : number }
}
