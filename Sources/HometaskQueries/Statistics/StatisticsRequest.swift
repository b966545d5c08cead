// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskTime

/// A request for statistics.
///
/// All days are days in the family's zone: a task that is done at half past eleven at night counts for that day,
/// whatever clock changes happen on it.
public struct StatisticsRequest: Sendable {
    /// The first day of the counted completions; nil for no limit.
    public var since: CivilDate?
    /// The last day of the counted completions; if it is earlier than ``since``, that day is used; nil for no limit.
    public var until: CivilDate?
    /// The periods into which the done tasks are divided.
    public var step: StatisticsStep
    /// The only member to count: as the one who did done tasks, and as an assignee of open ones.
    public var member: DocumentID?
    /// The only category to count.
    public var category: DocumentID?
    /// The members and categories.
    public var directory: FamilyDirectory
    /// The zone of the family.
    public var zone: TimeZoneRules
    /// The current day in ``zone``, up to which streaks are counted.
    public var today: CivilDate
    /// The first day of the week.
    public var weekStart: Weekday

    /// Creates a request for everything.
    public init(
        by step: StatisticsStep = .week, directory: FamilyDirectory, zone: TimeZoneRules, today: CivilDate,
        weekStart: Weekday = .monday
    ) {
        self.step = step
        self.directory = directory
        self.zone = zone
        self.today = today
        self.weekStart = weekStart
    }

    /// Whether all days count.
    public var isOfAllTime: Bool { since == nil && until == nil }

    /// The counted days, as numbers since 1970-01-01.
    public var countedDays: ClosedRange<Int> {
        let first = (since ?? .earliest).dayNumber
        return first...max(first, (until ?? .latest).dayNumber)
    }

    /// The days that are divided into periods: the counted days up to today; if no first day is given, only the latest
    /// periods of these.
    public var dividedDays: ClosedRange<Int> {
        let last = until ?? max(today, since ?? today)
        let usual = step.start(1 - step.usualCount, after: step.start(of: last, weekStart: weekStart))
        let first = (since ?? usual).dayNumber
        return first...max(first, last.dayNumber)
    }

    /// The first day of the period that contains a day, both as numbers since 1970-01-01.
    public func period(of day: Int) -> Int {
        step == .day ? day : step.start(of: CivilDate(dayNumber: day), weekStart: weekStart).dayNumber
    }
}
