// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// Reads dates as people type them: ISO 8601 (`2026-11-27`, `2026-11-27T18:00`, with `Z` or `+01:00`) and plain English
/// words (`tomorrow 18:00`, `6pm fri`, `in 3 days`, `next month`, `27 nov`, `the 27th`, `3 days ago`), in any case.
///
/// What words mean:
/// - A weekday is the next such day after today; `this fri` may be today, and `last fri` is before today. `next fri` is
///   the Friday of the week that follows.
/// - `next week`, `next month` and `next year` are the first day of the one that follows, `last week` and so on the first
///   day of the one before; `end of month` is the last day of this one, `end of next month` of the next.
/// - A time alone is today, or tomorrow if it has passed. Midnight begins the day.
/// - `tonight` is today at 20:00, and once that has passed simply today.
/// - A day without its year is the next one, today included; `29 feb` may be years ahead.
/// - A duration in minutes or hours gives an instant, in days, weeks, months and years a day. `m` alone is refused, since
///   it could be minutes or months; so are days and months in figures, such as `3/4`.
/// - A weekday before a day of the month, as in `Fri 27 Nov`, must be the right one.
public struct DateWords: Sendable {
    /// The longest text that is read, in bytes.
    public static let longest = 200
    /// The greatest number in front of a unit.
    static let greatestCount = 10_000
    /// When the evening is, in ``TimeOfDay/secondOfDay``.
    private static let evening = TimeOfDay(secondOfDay: 20 * 3_600)

    private let now: Timestamp
    private let zone: TimeZoneRules
    let weekStart: Weekday
    let today: CivilDate

    /// A reader of words at a certain time and place.
    public init(now: Timestamp, zone: TimeZoneRules, weekStart: Weekday = .monday) {
        self.now = now
        self.zone = zone
        self.weekStart = weekStart
        today = zone.civil(at: now).date
    }

    /// Reads a text.
    ///
    /// - Throws: `DateWordsError`, which says from where on the text makes no sense.
    public func parse(_ text: String) throws(DateWordsError) -> Moment {
        guard text.utf8.count <= Self.longest else {
            throw DateWordsError(text: String(text.prefix(20)) + "…", word: nil, reason: "it is too long for one")
        }
        var words = WordReader(text)
        if words.isAtEnd { throw words.fault("it is empty") }
        if words.take("now") {
            try words.expectEnd()
            return .instant(now)
        }
        if let instant = try words.isoInstant() { return .instant(instant) }
        if let moment = try shifted(&words) { return moment }
        if let time = try words.timeOfDay() { return try timeFirst(time, &words) }
        return try dayFirst(&words)
    }

    /// `in 3 days`, `3 days`, `2w`, `3 days ago`, each perhaps with a time behind it.
    private func shifted(_ words: inout WordReader) throws(DateWordsError) -> Moment? {
        let isLater = words.take("in")
        guard let (number, unit) = try words.amount(isExpected: isLater) else { return nil }
        let isEarlier = !isLater && words.take("ago")
        if !isLater, !isEarlier, words.take("from"), !words.take("now") { throw words.fault(nil) }
        let count = isEarlier ? -number : number
        if let seconds = unit.seconds {
            try words.expectEnd()
            return .instant(Timestamp(seconds: now.seconds + Int64(count) * seconds))
        }
        return try moment(on: unit.adding(count, to: today), &words)
    }

    /// `18:00`, `6pm tomorrow`, `18:00 on fri`.
    private func timeFirst(_ time: TimeOfDay, _ words: inout WordReader) throws(DateWordsError) -> Moment {
        if words.isAtEnd {
            let instant = instant(today, time)
            return .instant(instant >= now ? instant : self.instant(today.adding(days: 1), time))
        }
        _ = words.take("on")
        let date = try day(&words)
        try words.expectEnd()
        return .instant(instant(date, time))
    }

    /// `fri`, `on fri`, `tomorrow at 18:00`.
    private func dayFirst(_ words: inout WordReader) throws(DateWordsError) -> Moment {
        if words.take("tonight"), words.isAtEnd {
            let instant = instant(today, Self.evening)
            return instant >= now ? .instant(instant) : .day(today)
        }
        words.rewind()
        _ = words.take("on")
        return try moment(on: day(&words), &words)
    }

    /// A day, or an instant of it if a time follows.
    private func moment(on date: CivilDate, _ words: inout WordReader) throws(DateWordsError) -> Moment {
        if words.isAtEnd { return .day(date) }
        guard let time = try words.timeOfDay() else { throw words.fault(nil) }
        try words.expectEnd()
        return .instant(instant(date, time))
    }

    private func instant(_ date: CivilDate, _ time: TimeOfDay) -> Timestamp {
        zone.timestamp(of: CivilTime(date: date, time: time))
    }
}
