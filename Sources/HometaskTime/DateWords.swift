// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A time as people say it: a whole day, which is the same day in every zone, or an instant.
public enum Moment: Hashable, Sendable {
    /// Some time on that day.
    case day(CivilDate)
    /// At that instant.
    case instant(Timestamp)
}

/// Reads dates as people type them: ISO 8601 (`2026-11-27`, `2026-11-27T18:00`, with `Z` or `+01:00`) and plain English
/// words (`tomorrow 18:00`, `fri`, `in 3 days`, `next month`, `27 nov`, `6pm`, `3 days ago`).
///
/// What words mean: a weekday is the next such day after today, and `this fri` may be today; `next week` is the first
/// day of the next week, `next month` and `next year` likewise, `next fri` the Friday of the week that follows; a time
/// alone is today, or tomorrow if it has passed; `tonight` is today at 20:00; a month's day that has passed is meant for
/// next year; a duration in minutes or hours gives an instant, in days, weeks, months and years a day.
public struct DateWords: Sendable {
    /// The longest text that is read, in bytes.
    public static let longest = 200

    let now: Timestamp
    let zone: TimeZoneRules
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
            throw DateWordsError(text: String(text.prefix(20)) + "…", word: nil, reason: "it is too long for a date")
        }
        var words = WordReader(text)
        guard !words.isAtEnd else { throw words.fault("it is empty") }
        if words.take("now"), words.isAtEnd { return .instant(now) }
        words.rewind()
        if let instant = try words.isoInstant(in: zone) { return instant }
        words.rewind()
        if let moment = try shifted(&words) { return moment }
        words.rewind()
        if let date = try day(&words) {
            if words.isAtEnd { return .day(date) }
            return .instant(zone.timestamp(of: CivilTime(date: date, time: try time(&words))))
        }
        words.rewind()
        let time = try time(&words)
        let instant = zone.timestamp(of: CivilTime(date: today, time: time))
        if instant >= now { return .instant(instant) }
        return .instant(zone.timestamp(of: CivilTime(date: today.adding(days: 1), time: time)))
    }

    /// `in 3 days`, `3 days`, `2w`, `3 days ago`, each perhaps with a time behind it.
    private func shifted(_ words: inout WordReader) throws(DateWordsError) -> Moment? {
        let isLater = words.take("in")
        guard let (count, unit) = words.amount() else {
            if isLater { throw words.fault("a number and a unit should follow ‘in’") }
            return nil
        }
        let sign = !isLater && words.take("ago") ? -1 : 1
        guard count <= 10_000 else { throw words.fault("the number is too large") }
        switch unit {
        case .minute, .hour:
            guard words.isAtEnd else { throw words.fault(nil) }
            return .instant(Timestamp(seconds: now.seconds + Int64(sign * count * (unit == .hour ? 3600 : 60))))
        case .day, .week, .month, .year:
            let date = unit.adding(sign * count, to: today)
            if words.isAtEnd { return .day(date) }
            return .instant(zone.timestamp(of: CivilTime(date: date, time: try time(&words))))
        }
    }

    private func time(_ words: inout WordReader) throws(DateWordsError) -> TimeOfDay {
        _ = words.take("at")
        guard let time = words.timeOfDay() else { throw words.fault(nil) }
        guard words.isAtEnd else { throw words.fault(nil) }
        return time
    }

    /// A day's name, as far as it goes.
    private func day(_ words: inout WordReader) throws(DateWordsError) -> CivilDate? {
        if let date = try words.isoDate() { return date }
        if words.take("today") { return today }
        if words.take("tomorrow") || words.take("tmr") { return today.adding(days: 1) }
        if words.take("yesterday") { return today.adding(days: -1) }
        if words.take("tonight") {
            words.stillToRead("20:00")
            return today
        }
        if words.take("next") { return try next(&words) }
        if words.take("this") {
            guard let weekday = words.weekday() else { throw words.fault("a weekday should follow ‘this’") }
            return today.adding(days: today.weekday.days(until: weekday))
        }
        if words.take("last") {
            guard let weekday = words.weekday() else { throw words.fault("a weekday should follow ‘last’") }
            let back = weekday.days(until: today.weekday)
            return today.adding(days: back == 0 ? -7 : -back)
        }
        if let end = try end(&words) { return end }
        if let weekday = words.weekday() {
            let ahead = today.weekday.days(until: weekday)
            return today.adding(days: ahead == 0 ? 7 : ahead)
        }
        return try monthDay(&words)
    }

    private func next(_ words: inout WordReader) throws(DateWordsError) -> CivilDate {
        let week = today.startOfWeek(weekStart).adding(days: 7)
        if words.take("week") { return week }
        if words.take("month") { return today.startOfMonth.adding(months: 1) }
        if words.take("year") { return today.startOfYear.adding(years: 1) }
        guard let weekday = words.weekday() else {
            throw words.fault("‘week’, ‘month’, ‘year’ or a weekday should follow ‘next’")
        }
        return week.adding(days: weekStart.days(until: weekday))
    }

    /// `end of week`, `eow` and so on: the last day of the running one.
    private func end(_ words: inout WordReader) throws(DateWordsError) -> CivilDate? {
        let week = today.startOfWeek(weekStart).adding(days: 6)
        if words.take("eow") { return week }
        if words.take("eom") { return today.endOfMonth }
        if words.take("eoy") { return today.endOfYear }
        guard words.take("end") else { return nil }
        _ = words.take("of")
        _ = words.take("the")
        if words.take("week") { return week }
        if words.take("month") { return today.endOfMonth }
        if words.take("year") { return today.endOfYear }
        throw words.fault("‘week’, ‘month’ or ‘year’ should follow ‘end of’")
    }

    /// `27 nov`, `nov 27`, `27 november 2026`, `november`.
    private func monthDay(_ words: inout WordReader) throws(DateWordsError) -> CivilDate? {
        let leading = words.dayOfMonth(beforeMonth: true)
        guard let month = words.month() else {
            if leading != nil { throw words.fault(nil) }
            return nil
        }
        let day = leading ?? words.dayOfMonth(beforeMonth: false)
        let year = words.year()
        if let date = CivilDate(year: year ?? today.year, month: month, day: day ?? 1) {
            if year != nil || date >= today { return date }
            if let later = CivilDate(year: today.year + 1, month: month, day: day ?? 1) { return later }
        } else if year == nil, let later = CivilDate(year: today.year + 1, month: month, day: day ?? 1) {
            return later
        }
        throw words.fault("there is no such day in that month")
    }
}
