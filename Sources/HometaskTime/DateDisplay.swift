// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// Formats dates in English for display, relative to a given time and zone.
public struct DateDisplay: Sendable {
    private let now: Timestamp
    private let zone: TimeZoneRules
    private let today: CivilDate

    /// Creates a display for a certain time and zone.
    public init(now: Timestamp, zone: TimeZoneRules) {
        self.now = now
        self.zone = zone
        today = zone.civil(at: now).date
    }

    /// Formats a due date: the day, and the time if the due date is an instant.
    public func due(_ moment: Moment) -> String {
        switch moment {
        case .day(let date): day(date)
        case .instant(let instant): self.instant(instant)
        }
    }

    /// A day: `today`, `tomorrow`, `yesterday`, up to `6 days ago`, otherwise `Fri 27 Nov`. In another year, or if more
    /// than half a year ago, with the year: `27 Nov 2027`.
    public func day(_ date: CivilDate) -> String {
        let ahead = today.days(until: date)
        switch ahead {
        case 0: return "today"
        case 1: return "tomorrow"
        case -1: return "yesterday"
        case -6 ... -2: return "\(-ahead) days ago"
        default:
            return abs(ahead) > Self.halfYear ? short(date) : "\(date.weekday.shortName) \(short(date))"
        }
    }

    /// An instant: the day and the time, `tomorrow 18:00`.
    public func instant(_ instant: Timestamp) -> String {
        let civil = zone.civil(at: instant)
        return "\(day(civil.date)) \(civil.time.hourAndMinute)"
    }

    /// Formats how long ago an instant was: `just now`, `5 minutes ago`, `2 hours ago` within the day or six hours,
    /// `yesterday 18:02`, otherwise the day, `3 Nov`. An instant in the future, possible if a clock was wrong, is shown
    /// with its day and time.
    public func ago(_ instant: Timestamp) -> String {
        let seconds = now.seconds - instant.seconds
        let civil = zone.civil(at: instant)
        switch seconds {
        case ..<(-60): return self.instant(instant)
        case ..<60: return "just now"
        case ..<3_600: return Self.count(seconds / 60, "minute")
        case _ where seconds < 6 * 3_600 || civil.date == today: return Self.count(seconds / 3_600, "hour")
        default: return civil.date == today.adding(days: -1) ? self.instant(instant) : short(civil.date)
        }
    }

    /// Formats a past due date and its age: `today 08:00, 2 hours ago`, `yesterday`, `2 Nov, 19 days ago`. The short
    /// form omits the date of a due date more than six days ago: `19 days ago`.
    public func overdue(_ moment: Moment, isShort: Bool = false) -> String {
        let (date, instant): (CivilDate, Timestamp?) =
            switch moment {
            case .day(let date): (date, nil)
            case .instant(let instant): (zone.civil(at: instant).date, instant)
            }
        let days = date.days(until: today)
        guard days > 6 else {
            let isToday = days == 0 && instant.map { $0 < now } ?? false
            return due(moment) + (isToday ? instant.map { ", \(ago($0))" } ?? "" : "")
        }
        if isShort { return Self.ago(days: Int64(days)) }
        let time = instant.map { " \(zone.civil(at: $0).time.hourAndMinute)" } ?? ""
        return "\(short(date))\(time), \(Self.ago(days: Int64(days)))"
    }

    private static func ago(days: Int64) -> String {
        switch days {
        case ..<14: count(days, "day")
        case ..<70: count(days / 7, "week")
        case ..<730: count(days * 12 / 365, "month")
        default: count(days / 365, "year")
        }
    }

    /// The number of days in half a year.
    private static let halfYear = 183

    /// `3 Nov`, with the year if it would be ambiguous.
    private func short(_ date: CivilDate) -> String {
        let showsYear = date.year != today.year || today.days(until: date) < -Self.halfYear
        return "\(date.day) \(date.shortMonthName)" + (showsYear ? " \(date.year)" : "")
    }

    private static func count(_ number: Int64, _ unit: String) -> String {
        number == 1 ? "1 \(unit) ago" : "\(number) \(unit)s ago"
    }
}
