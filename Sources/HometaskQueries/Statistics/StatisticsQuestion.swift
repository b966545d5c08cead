// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskTime

/// What statistics are asked for.
///
/// All days are those of the family's zone: a task that is done at half past eleven at night counts for that day,
/// whatever the clocks did on it.
public struct StatisticsQuestion: Sendable {
    /// The first day on which tasks that count were done; nil for the first of all.
    public var since: CivilDate?
    /// The last such day, no earlier than ``since``, which is taken where it is; nil for the last of all.
    public var until: CivilDate?
    /// The periods that what was done is divided into.
    public var step: StatisticsStep
    /// The one member who counts: who did the tasks that are done, and who should do those that are open.
    public var member: DocumentID?
    /// The one category that counts.
    public var category: DocumentID?
    /// The members and categories.
    public var directory: FamilyDirectory
    /// The zone of the family.
    public var zone: TimeZoneRules
    /// The day on which it is asked.
    public var today: CivilDate
    /// The day on which weeks begin.
    public var weekStart: Weekday

    /// A question about everything.
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

    /// The days that are counted, from 1970-01-01.
    public var countedDays: ClosedRange<Int> {
        let first = (since ?? .earliest).dayNumber
        return first...max(first, (until ?? .latest).dayNumber)
    }

    /// The days that are divided into periods: those that are counted, as far as they go up to today; where nobody says
    /// since when, the latest periods of these.
    public var dividedDays: ClosedRange<Int> {
        let last = until ?? max(today, since ?? today)
        let usual = step.start(1 - step.usualCount, after: step.start(of: last, weekStart: weekStart))
        let first = (since ?? usual).dayNumber
        return first...max(first, last.dayNumber)
    }

    /// The first day of the period that a day is in, both counted from 1970-01-01.
    public func period(of day: Int) -> Int {
        step == .day ? day : step.start(of: CivilDate(dayNumber: day), weekStart: weekStart).dayNumber
    }
}
