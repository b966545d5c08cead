// SPDX-License-Identifier: Apache-2.0

/// A unit of time in words.
enum TimeUnit {
    case minute, hour, day, week, month, year

    init?(_ word: some StringProtocol) {
        switch word {
        case "min", "mins", "minute", "minutes": self = .minute
        case "h", "hr", "hrs", "hour", "hours": self = .hour
        case "d", "day", "days": self = .day
        case "w", "wk", "wks", "week", "weeks": self = .week
        case "m", "mo", "month", "months": self = .month
        case "y", "yr", "yrs", "year", "years": self = .year
        default: return nil
        }
    }

    /// The number of units in a hundred years. A greater number is treated as a typo.
    var limit: Int {
        switch self {
        case .minute: 52_596_000
        case .hour: 876_600
        case .day: 36_525
        case .week: 5_217
        case .month: 1_200
        case .year: 100
        }
    }
}

/// A duration in words: months and days are counted on the calendar, seconds on the clock.
struct TimeLength {
    private(set) var months = 0
    private(set) var days = 0
    /// The seconds; nil if the text has only whole days.
    private(set) var seconds: Int64?

    mutating func add(_ count: Int, _ unit: TimeUnit) {
        switch unit {
        case .minute: seconds = (seconds ?? 0) + Int64(count) * 60
        case .hour: seconds = (seconds ?? 0) + Int64(count) * 3_600
        case .day: days += count
        case .week: days += count * 7
        case .month: months += count
        case .year: months += count * 12
        }
    }

    /// The date that many months and days later, or earlier for the sign -1.
    func shifting(_ date: CivilDate, sign: Int) -> CivilDate {
        date.adding(months: sign * months).adding(days: sign * days)
    }
}
