// SPDX-License-Identifier: Apache-2.0

extension DateParser {
    /// The day at the start of the words; nil, with nothing consumed, if there is none.
    func day(_ words: inout WordReader) throws(DateParserError) -> CivilDate? {
        let start = words
        let isNamed = words.takeWords("on")
        _ = words.takeWords("the")
        if let date = try words.isoDate() { return date }
        if let date = try dottedDay(&words) { return date }
        if let date = adjacentDay(&words) { return date }
        if let date = try namedSpan(&words) { return date }
        if let weekday = words.weekday() { return nearest(weekday) }
        if let date = try monthDay(&words) { return date }
        if isNamed { throw words.fault("a day should follow ‘on’") }
        words = start
        return nil
    }

    private func adjacentDay(_ words: inout WordReader) -> CivilDate? {
        if words.takeWords("today") || words.takeWords("eod") { return today }
        if words.takeWords("tomorrow") || words.takeWords("tmr") { return today.adding(days: 1) }
        if words.takeWords("yesterday") { return today.adding(days: -1) }
        if words.takeWords("day", "after", "tomorrow") { return today.adding(days: 2) }
        if words.takeWords("day", "before", "yesterday") { return today.adding(days: -2) }
        return nil
    }

    /// The Saturday of a weekend, counted from the current one. A parser of future dates returns today if that Saturday
    /// is past.
    private func weekend(ahead: Int) -> CivilDate {
        let isNow = today.weekday == .sunday
        let saturday = today.adding(days: isNow ? -1 : today.weekday.days(until: .saturday))
        let first = saturday.adding(days: 7 * ahead)
        return direction == .future && first < today ? today : first
    }

    private func nearest(_ weekday: Weekday) -> CivilDate {
        switch direction {
        case .future:
            let ahead = today.weekday.days(until: weekday)
            return today.adding(days: ahead == 0 ? 7 : ahead)
        case .past:
            return latest(weekday)
        }
    }

    private func latest(_ weekday: Weekday) -> CivilDate {
        let back = weekday.days(until: today.weekday)
        return today.adding(days: back == 0 ? -7 : -back)
    }

    /// The first and last day of a week, a month or a year.
    typealias Span = (first: CivilDate, last: CivilDate)

    /// Parses `week`, `month` or `year`: the current one, shifted forward by `ahead`.
    func span(_ words: inout WordReader, ahead: Int) -> Span? {
        if words.takeWords("week") {
            let first = today.startOfWeek(weekStart).adding(days: 7 * ahead)
            return (first, first.adding(days: 6))
        }
        if words.takeWords("month") {
            let first = today.startOfMonth.adding(months: ahead)
            return (first, first.endOfMonth)
        }
        if words.takeWords("year") {
            let first = today.startOfYear.adding(years: ahead)
            return (first, first.endOfYear)
        }
        return nil
    }

    /// `next week`, `this fri`, `last month`, `end of week`, `eom`, `start of next year`.
    private func namedSpan(_ words: inout WordReader) throws(DateParserError) -> CivilDate? {
        if words.takeWords("weekend") { return weekend(ahead: direction == .future ? 0 : -1) }
        for (short, long) in [("eow", "week"), ("eom", "month"), ("eoy", "year")] where words.takeWords(short) {
            var rest = WordReader(long)
            return span(&rest, ahead: 0)?.last
        }
        let isEnd = words.takeWords("end")
        if isEnd || words.takeWords("start") || words.takeWords("beginning") {
            _ = words.takeWords("of")
            _ = words.takeWords("the")
            let ahead = words.takeWords("next") ? 1 : words.takeWords("last") ? -1 : 0
            if ahead == 0 { _ = words.takeWords("this") }
            guard let span = span(&words, ahead: ahead) else {
                throw words.fault("‘week’, ‘month’ or ‘year’ should follow there")
            }
            return isEnd ? span.last : span.first
        }
        for (word, ahead) in [("this", 0), ("next", 1), ("last", -1)] where words.takeWords(word) {
            if let span = span(&words, ahead: ahead) { return span.first }
            if words.takeWords("weekend") { return weekend(ahead: ahead) }
            guard let weekday = words.weekday() else {
                throw words.fault("a weekday, ‘week’, ‘weekend’, ‘month’ or ‘year’ should follow ‘\(word)’")
            }
            switch ahead {
            case 0: return today.adding(days: today.weekday.days(until: weekday))
            case 1: return today.startOfWeek(weekStart).adding(days: 7 + weekStart.days(until: weekday))
            default: return latest(weekday)
            }
        }
        return nil
    }
}
