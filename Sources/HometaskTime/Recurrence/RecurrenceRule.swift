// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// When something recurs: a rule of RFC 5545 (section 3.3.10) with the frequencies that chores have, day to year.
///
/// A rule says days. The time of day is that of what recurs, on the clock of its zone, so the parts BYHOUR, BYMINUTE
/// and BYSECOND are refused, as are the frequencies below a day.
///
/// Where the RFC leaves something open, it is as python-dateutil has it:
/// - A start that the rule does not name is not an occurrence of its own; see ``days(from:)``.
/// - BYWEEKNO without BYDAY names all seven days of the week. A week belongs to the year that has four of its days.
/// - `BYDAY=MO,2TU` names both the Mondays and the second Tuesday (where dateutil names what is both, and so nothing).
/// - BYSETPOS of a weekly rule counts from the start of the week, also in the week in which the rule starts (where
///   dateutil counts from the start of the rule). So what follows an occurrence depends on that occurrence alone.
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

    /// Where a rule ends. What lies exactly there is still named.
    public enum End: Hashable, Sendable {
        /// The rule has no end: neither COUNT nor UNTIL.
        case never
        /// After that many occurrences, the first among them; at least 1.
        case count(Int)
        /// With that day (UNTIL as a date).
        case day(CivilDate)
        /// When a clock shows that time.
        case clock(CivilTime)
        /// At that instant (UNTIL as a time in UTC).
        case instant(Timestamp)
    }

    /// A weekday, or a certain one of the month or year.
    public struct Day: Hashable, Comparable, Sendable {
        /// The weekday that counts; ``ordinal`` says whether every one or a certain one does.
        public let weekday: Weekday
        /// The how manieth it is, from the end where negative; nil for every one.
        public let ordinal: Int?

        /// Creates a weekday; without an ordinal, it means every one.
        public init(_ weekday: Weekday, ordinal: Int? = nil) {
            self.weekday = weekday
            self.ordinal = ordinal
        }

        /// Every one before certain ones, these from the first to the last.
        public static func < (left: Day, right: Day) -> Bool {
            (rank(left.ordinal ?? 0), left.weekday.rawValue) < (rank(right.ordinal ?? 0), right.weekday.rawValue)
        }
    }

    /// What an occurrence is counted from.
    public enum Basis: Hashable, Sendable {
        /// From when the one before was due.
        case due
        /// From when the one before was done. Such a rule is a duration: it has no part that names days.
        case done
    }

    /// The length of the periods.
    public internal(set) var frequency: Frequency
    /// Every how manieth period counts, from 1.
    public internal(set) var interval = 1
    /// Where it ends; ``End/never`` unless an end was set.
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
    /// The how manieth of the days that a period would have count (BYSETPOS), from its end where negative.
    public internal(set) var positions: [Int] = []
    /// The first day of a week (WKST).
    public internal(set) var weekStart = Weekday.monday
    /// What occurrences are counted from. RFC 5545 has no rule that counts from completion, so the text has a part of
    /// its own for it, `X-FROM=DONE`.
    public internal(set) var basis = Basis.due
    /// Whether every missed time has to be made up for. Otherwise a task that was missed several times is done once.
    /// RFC 5545 does not cover this, so the text has a part of its own for it, `X-MISSED=ALL`.
    public internal(set) var catchesUp = false

    /// Every that many days, weeks, months or years, with nothing said of the day.
    ///
    /// - Parameter interval: at least 1; a smaller number is taken for 1.
    public init(_ frequency: Frequency, interval: Int = 1, basis: Basis = .due) {
        self.frequency = frequency
        self.interval = max(1, interval)
        self.basis = basis
    }

    /// Whether the rule selects days, and not only their distance.
    public var namesDays: Bool {
        !(months.isEmpty && weekNumbers.isEmpty && yearDays.isEmpty && monthDays.isEmpty && days.isEmpty
            && positions.isEmpty)
    }

    /// The same rule with another end.
    public func ending(_ end: End) -> RecurrenceRule {
        var rule = self
        rule.end = end
        return rule
    }

    /// The same rule with every missed time made up for, or not; a rule that counts from when something was done misses
    /// none.
    public func catchingUp(_ catchesUp: Bool) -> RecurrenceRule {
        var rule = self
        rule.catchesUp = catchesUp && basis == .due
        return rule
    }

    /// The rule in the one form that it has among those that say the same in other words: lists without repetitions and
    /// in order, the start of the week only where it makes a difference.
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

    /// Whether it makes a difference on which day a week starts.
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

    /// The place of a number in a list: from the first to the last, counted from the end where negative.
    private static func rank(_ number: Int) -> Int { number < 0 ? 1_000_000 + number : number }
}
