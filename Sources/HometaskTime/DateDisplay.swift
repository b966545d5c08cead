// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// Dates as people read them, in English, seen from a certain time and place.
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

    /// When something is due: the day, with the time where it is an instant.
    public func due(_ moment: Moment) -> String {
        switch moment {
        case .day(let date): day(date)
        case .instant(let instant): self.instant(instant)
        }
    }

    /// A day: `today`, `tomorrow`, `yesterday`, up to `6 days ago`, else `Fri 27 Nov`, and `27 Nov 2027` where it is
    /// another year and more than half a year away.
    public func day(_ date: CivilDate) -> String {
        let ahead = today.days(until: date)
        switch ahead {
        case 0: return "today"
        case 1: return "tomorrow"
        case -1: return "yesterday"
        case -6 ... -2: return "\(-ahead) days ago"
        default:
            return isFar(date) ? short(date) : "\(date.weekday.shortName) \(short(date))"
        }
    }

    /// An instant: the day and the time, `tomorrow 18:00`.
    public func instant(_ instant: Timestamp) -> String {
        let civil = zone.civil(at: instant)
        return "\(day(civil.date)) \(civil.time.hourAndMinute)"
    }

    /// How long ago something was: `just now`, `5 minutes ago`, `2 hours ago` within the day or six hours,
    /// `yesterday 18:02`, else the day, `3 Nov`. An instant that lies ahead, as a wrong clock writes it, is shown with
    /// its day and time.
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

    private func isFar(_ date: CivilDate) -> Bool {
        date.year != today.year && abs(today.days(until: date)) > 183
    }

    /// `3 Nov`, with the year where it is far.
    private func short(_ date: CivilDate) -> String {
        "\(date.day) \(date.shortMonthName)" + (isFar(date) ? " \(date.year)" : "")
    }

    private static func count(_ number: Int64, _ unit: String) -> String {
        number == 1 ? "1 \(unit) ago" : "\(number) \(unit)s ago"
    }
}
