// SPDX-License-Identifier: Apache-2.0

public import HometaskTime

/// The periods into which statistics over time are divided.
public enum StatisticsStep: String, CaseIterable, Hashable, Sendable {
    /// Days, weeks or months of the calendar.
    case day, week, month

    /// The first day of the period that a date is in.
    public func start(of date: CivilDate, weekStart: Weekday) -> CivilDate {
        switch self {
        case .day: date
        case .week: date.startOfWeek(weekStart)
        case .month: date.startOfMonth
        }
    }

    /// The first day of the period so many periods after the one that begins on a date.
    public func start(_ count: Int, after date: CivilDate) -> CivilDate {
        switch self {
        case .day: date.adding(days: count)
        case .week: date.adding(days: 7 * count)
        case .month: date.adding(months: count)
        }
    }

    /// How many periods are shown where nobody says since when.
    public var usualCount: Int {
        switch self {
        case .day: 14
        case .week, .month: 12
        }
    }
}
