// SPDX-License-Identifier: Apache-2.0

/// The names of days.
extension DateWords {
    /// The day that the next words name.
    func day(_ words: inout WordReader) throws(DateWordsError) -> CivilDate {
        if let date = try words.isoDate() { return date }
        if words.take("today") || words.take("tonight") { return today }
        if words.take("tomorrow") || words.take("tmr") || words.take("tmrw") { return today.adding(days: 1) }
        if words.take("yesterday") { return today.adding(days: -1) }
        if words.take("next") { return try following(&words) }
        if words.take("last") { return try previous(&words) }
        if words.take("this") {
            guard let weekday = words.weekday() else { throw words.fault("a weekday should follow ‘this’") }
            return today.adding(days: today.weekday.days(until: weekday))
        }
        if let end = try end(&words) { return end }
        if let weekday = words.weekday() { return try day(weekday, &words) }
        if let named = try words.monthDay() { return try date(of: named, words) }
        throw words.fault(words.numberFault)
    }

    /// A weekday, or the day of the month behind it, which must fall on that weekday.
    private func day(_ weekday: Weekday, _ words: inout WordReader) throws(DateWordsError) -> CivilDate {
        guard let named = try words.monthDay() else {
            let ahead = today.weekday.days(until: weekday)
            return today.adding(days: ahead == 0 ? 7 : ahead)
        }
        let date = try date(of: named, words)
        if date.weekday == weekday { return date }
        // A day that this program showed without its year may be a past one of this year.
        if named.year == nil, let past = CivilDate(year: today.year, month: date.month, day: date.day),
            past.weekday == weekday
        {
            return past
        }
        throw words.fault("\(date) is a \(date.weekday.name)")
    }

    private func following(_ words: inout WordReader) throws(DateWordsError) -> CivilDate {
        let week = today.startOfWeek(weekStart).adding(days: 7)
        if words.take("week") { return week }
        if words.take("month") { return today.startOfMonth.adding(months: 1) }
        if words.take("year") { return today.startOfYear.adding(years: 1) }
        guard let weekday = words.weekday() else {
            throw words.fault("‘week’, ‘month’, ‘year’ or a weekday should follow ‘next’")
        }
        return week.adding(days: weekStart.days(until: weekday))
    }

    private func previous(_ words: inout WordReader) throws(DateWordsError) -> CivilDate {
        if words.take("week") { return today.startOfWeek(weekStart).adding(days: -7) }
        if words.take("month") { return today.startOfMonth.adding(months: -1) }
        if words.take("year") { return today.startOfYear.adding(years: -1) }
        guard let weekday = words.weekday() else {
            throw words.fault("‘week’, ‘month’, ‘year’ or a weekday should follow ‘last’")
        }
        let back = weekday.days(until: today.weekday)
        return today.adding(days: back == 0 ? -7 : -back)
    }

    /// `end of week`, `end of next month`, `eom` and so on.
    private func end(_ words: inout WordReader) throws(DateWordsError) -> CivilDate? {
        if words.take("eow") { return endOfWeek(0) }
        if words.take("eom") { return today.endOfMonth }
        if words.take("eoy") { return today.endOfYear }
        guard words.take("end") else { return nil }
        _ = words.take("of")
        let ahead = words.take("next") ? 1 : 0
        if ahead == 0, !words.take("the") { _ = words.take("this") }
        if words.take("week") { return endOfWeek(ahead) }
        if words.take("month") { return today.startOfMonth.adding(months: ahead).endOfMonth }
        if words.take("year") { return today.adding(years: ahead).endOfYear }
        throw words.fault("‘week’, ‘month’ or ‘year’ should follow ‘end of’")
    }

    private func endOfWeek(_ ahead: Int) -> CivilDate { today.startOfWeek(weekStart).adding(days: 6 + 7 * ahead) }

    /// The day that a name of a day of the month stands for: the next one, if the name has no year.
    private func date(of named: MonthDay, _ words: WordReader) throws(DateWordsError) -> CivilDate {
        let months = named.month.map { [$0] } ?? Array(1...12)
        let years = named.year.map { $0...$0 } ?? today.year...(today.year + 8)
        for year in years {
            for month in months {
                guard let date = CivilDate(year: year, month: month, day: named.day) else { continue }
                if named.year != nil || date >= today { return date }
            }
        }
        let year = named.year.map { " \($0)" } ?? ""
        let month = named.month.map { CivilDate.monthNames[$0 - 1] + year }
        throw words.fault(month.map { "\($0) has no day \(named.day)" } ?? "no month has a day \(named.day)")
    }
}

/// A day of the month as words name it.
struct MonthDay {
    /// 1 to 12; nil for the next month that has the day.
    let month: Int?
    let day: Int
    let year: Int?
}
