// SPDX-License-Identifier: Apache-2.0

/// A unit of time in words.
enum TimeUnit {
    case minute, hour, day, week, month, year

    /// A unit from its name or what people shorten it to; `m` is none, for it could be a minute or a month.
    init?(_ word: some StringProtocol) {
        switch word {
        case "min", "mins", "minute", "minutes": self = .minute
        case "h", "hr", "hrs", "hour", "hours": self = .hour
        case "d", "day", "days": self = .day
        case "w", "wk", "wks", "week", "weeks": self = .week
        case "mo", "mos", "month", "months": self = .month
        case "y", "yr", "yrs", "year", "years": self = .year
        default: return nil
        }
    }

    /// The seconds in a unit of the clock; nil for those of the calendar.
    var seconds: Int64? {
        switch self {
        case .minute: 60
        case .hour: 3_600
        case .day, .week, .month, .year: nil
        }
    }

    /// The date a number of units of the calendar later; a unit of the clock moves no date.
    func adding(_ count: Int, to date: CivilDate) -> CivilDate {
        switch self {
        case .minute, .hour: date
        case .day: date.adding(days: count)
        case .week: date.adding(days: 7 * count)
        case .month: date.adding(months: count)
        case .year: date.adding(years: count)
        }
    }
}
