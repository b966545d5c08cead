// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// Dates as people read them, seen from a certain time and place.
public struct DateDisplay: Sendable {
    private let now: Timestamp
    private let zone: TimeZoneRules
    private let today: CivilDate

    /// A display at a certain time and place.
    public init(now: Timestamp, zone: TimeZoneRules) {
        self.now = now
        self.zone = zone
        today = zone.civil(at: now).date
    }

    /// A day: `today`, `tomorrow`, `yesterday`, `Fri 27 Nov`, and with the year where it is another one.
    public func day(_ date: CivilDate) -> String {
        switch today.days(until: date) {
        case 0: return "today"
        case 1: return "tomorrow"
        case -1: return "yesterday"
        default:
            let text = "\(date.weekday.shortName) \(date.day) \(date.shortMonthName)"
            return date.year == today.year ? text : "\(text) \(date.year)"
        }
    }

    /// An instant: the day and the time, `tomorrow 18:00`.
    public func instant(_ instant: Timestamp) -> String {
        let civil = zone.civil(at: instant)
        return "\(day(civil.date)) \(civil.time.hourAndMinute)"
    }

    /// How long ago something was: `just now`, `5 minutes ago`, `2 hours ago`, else the day and the time.
    public func ago(_ instant: Timestamp) -> String {
        let seconds = now.seconds - instant.seconds
        switch seconds {
        case ..<0: return self.instant(instant)
        case ..<60: return "just now"
        case ..<3600: return Self.count(seconds / 60, "minute")
        case ..<(6 * 3600): return Self.count(seconds / 3600, "hour")
        default: return self.instant(instant)
        }
    }

    private static func count(_ number: Int64, _ unit: String) -> String {
        number == 1 ? "1 \(unit) ago" : "\(number) \(unit)s ago"
    }
}
