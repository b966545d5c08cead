// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// Parses dates as typed by users: ISO 8601 (`2026-11-27`, `2026-11-27T18:00`, with `Z` or `+01:00`) and plain English
/// words, in any letter case.
///
/// Conventions for ambiguous words:
/// - `fri` is the next Friday after today; `this fri` may be today; `next fri` is the Friday of the next week; `last
///   fri` the latest before today.
/// - `next week`, `this month`, `last year` and so on are its first day; `end of week` (`eow`) is its last day.
/// - `weekend` is the Saturday of the current weekend, or today once the weekend has begun; `eod` is today.
/// - `31.12.` and `31.12.2026` begin with the day.
/// - A time alone (`18:00`, `6pm`, `noon`) is today, or tomorrow if it has passed; `midnight` is the start of a day.
/// - `tonight` is today at 20:00, even later in the evening.
/// - `27 nov`, `nov` and `the 27th` are the next such day, including today; a month alone is its first day.
/// - A duration in hours or minutes (`in 90 minutes`, `2h`) gives an instant; in days, weeks, months and years (`in 3
///   days`, `2w`, `1m` for a month) a day; `3 days ago` goes back.
/// - A time may be added to any day (`fri at 6pm`, `in 3 days 9:00`, `18:00 tomorrow`).
///
/// For a parser with the direction ``DateDirection/past``, the next such day or time is the latest one instead.
public struct DateParser: Sendable {
    /// The direction in which ambiguous words are resolved.
    public enum DateDirection: Hashable, Sendable {
        /// Later than now, as for due dates.
        case future
        /// Earlier than now, as for completion times: `18:00` is today or otherwise yesterday, `2w` two weeks ago.
        case past
    }

    /// The maximum length of the input, in bytes.
    public static let longest = 200

    let now: Timestamp
    let zone: TimeZoneRules
    let weekStart: Weekday
    let direction: DateDirection
    let language: DateLanguage?
    let today: CivilDate

    /// Creates a parser for a certain time and zone.
    ///
    /// - Parameters:
    ///   - now: the time from which dates are counted.
    ///   - zone: the time zone of dates.
    ///   - weekStart: the first day of the week.
    ///   - direction: the direction in which ambiguous words are resolved.
    ///   - language: a language whose words are read, too; nil for English alone.
    public init(
        now: Timestamp, zone: TimeZoneRules, weekStart: Weekday = .monday, direction: DateDirection = .future,
        language: DateLanguage? = nil
    ) {
        self.now = now
        self.zone = zone
        self.weekStart = weekStart
        self.direction = direction
        self.language = language
        today = zone.civil(at: now).date
    }

    /// Parses a date or time.
    ///
    /// - Throws: `DateParserError`, with the position of the first word that cannot be parsed.
    public func parse(_ text: String) throws(DateParserError) -> Moment {
        guard text.utf8.count <= Self.longest else {
            throw DateParserError(
                text: String(text.prefix(20)) + "…", word: nil, position: 0,
                reason: "it is too long; a date has at most \(Self.longest) bytes")
        }
        // Fast path for the form that programs write, and that files contain by the thousand.
        if let date = CivilDate(iso: text) { return .day(date) }
        var words = WordReader(text, in: language)
        guard !words.isAtEnd else { throw words.fault("it is empty") }
        let moment = try moment(&words)
        guard words.isAtEnd else { throw words.fault(nil) }
        return moment
    }

    /// Parses the moment at the start of the words; the rest is left unread.
    func moment(_ words: inout WordReader) throws(DateParserError) -> Moment {
        if words.takeWords("now") { return .instant(now) }
        if let instant = try words.isoInstant() { return .instant(instant) }
        if let moment = try shifted(&words) { return moment }
        if words.takeWords("tonight") {
            let time = words.isAtEnd ? TimeOfDay(secondOfDay: 20 * 3_600) : try words.requiredTime()
            return instant(today, time)
        }
        if let date = try day(&words) {
            return words.isAtEnd ? .day(date) : instant(date, try words.requiredTime())
        }
        let time = try words.requiredTime()
        if !words.isAtEnd, let date = try day(&words) { return instant(date, time) }
        return .instant(nearest(time))
    }

    func instant(_ date: CivilDate, _ time: TimeOfDay) -> Moment {
        .instant(zone.timestamp(of: CivilTime(date: date, time: time)))
    }

    /// Returns the next instant with this local time: today, or tomorrow if that time has passed.
    private func nearest(_ time: TimeOfDay) -> Timestamp {
        func instant(_ days: Int) -> Timestamp {
            zone.timestamp(of: CivilTime(date: today.adding(days: days), time: time))
        }
        let shown = instant(0)
        switch direction {
        case .future: return shown < now ? instant(1) : shown
        case .past: return shown > now ? instant(-1) : shown
        }
    }
}

extension DateParser {
    /// `in 3 days`, `3 days`, `2w`, `3 days ago`; a time of day may follow whole days.
    func shifted(_ words: inout WordReader) throws(DateParserError) -> Moment? {
        let isAhead = words.takeWords("in")
        guard let length = try words.length() else {
            if isAhead { throw words.fault("a number and a unit should follow ‘in’") }
            return nil
        }
        let isBack = !isAhead && (words.takeWords("ago") || direction == .past)
        let sign = isBack ? -1 : 1
        if let seconds = length.seconds {
            var start = now
            if length.months != 0 || length.days != 0 {
                let civil = zone.civil(at: now)
                start = zone.timestamp(of: CivilTime(date: length.shifting(civil.date, sign: sign), time: civil.time))
            }
            return .instant(Timestamp(seconds: start.seconds + Int64(sign) * seconds))
        }
        let date = length.shifting(today, sign: sign)
        return words.isAtEnd ? .day(date) : instant(date, try words.requiredTime())
    }
}
