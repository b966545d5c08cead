// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskTime

/// A request for statistics.
///
/// All days are days in the family's zone: a task done at 23:30 counts for that day, even on days with a clock change.
public struct StatisticsRequest: Sendable {
    /// The first day of the counted completions; nil for no limit.
    public var since: CivilDate?
    /// The last day of the counted completions, raised to ``since`` if earlier; nil for no limit.
    public var until: CivilDate?
    /// The periods into which the done tasks are divided.
    public var step: StatisticsStep
    /// The only member to count: as the member who did done tasks, and as an assignee of open tasks.
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

    /// The days that are divided into periods: the counted days up to today; without a first day, only the latest
    /// periods.
    public var dividedDays: ClosedRange<Int> {
        let last = until ?? max(today, since ?? today)
        let usual = step.start(1 - step.usualCount, after: step.start(of: last, weekStart: weekStart))
        let first = (since ?? usual).dayNumber
        return first...max(first, last.dayNumber)
    }

    /// Returns the first day of the period that contains a day, both as day numbers since 1970-01-01.
    public func period(of day: Int) -> Int {
        step == .day ? day : step.start(of: CivilDate(dayNumber: day), weekStart: weekStart).dayNumber
    }
}

extension StatisticsRequest {
    /// Returns the name of a member in statistics, in English if the member is unknown or none is named.
    public func name(ofMember subject: Statistics.Subject) -> String {
        switch subject {
        case .known(let id): directory.name(of: id)
        case .unknown: "someone"
        case .none: "no one named"
        }
    }

    /// Returns the name of a category in statistics, in English if the category is unknown or none is named.
    public func name(ofCategory subject: Statistics.Subject) -> String {
        switch subject {
        case .known(let id):
            directory.categories[id].map { $0.isDeleted ? "\($0.name) (deleted)" : $0.name } ?? ""
        case .unknown: "unknown"
        case .none: "no category"
        }
    }
}
