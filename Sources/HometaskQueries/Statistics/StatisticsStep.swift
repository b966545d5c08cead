// SPDX-License-Identifier: Apache-2.0

public import HometaskTime

/// The periods into which statistics over time are divided.
public enum StatisticsStep: String, CaseIterable, Hashable, Sendable {
    /// Calendar days, weeks or months.
    case day, week, month

    /// Returns the first day of the period that contains a date.
    public func start(of date: CivilDate, weekStart: Weekday) -> CivilDate {
        switch self {
        case .day: date
        case .week: date.startOfWeek(weekStart)
        case .month: date.startOfMonth
        }
    }

    /// Returns the first day of the period that lies a number of periods after the one that begins on a date.
    public func start(_ count: Int, after date: CivilDate) -> CivilDate {
        switch self {
        case .day: date.adding(days: count)
        case .week: date.adding(days: 7 * count)
        case .month: date.adding(months: count)
        }
    }

    /// The number of periods to show if no first day is given.
    public var usualCount: Int {
        switch self {
        case .day: 14
        case .week, .month: 12
        }
    }
}
