// SPDX-License-Identifier: Apache-2.0

extension DateParser {
    /// The day that the words begin with; nil, and nothing taken, where they begin with none.
    func day(_ words: inout WordReader) throws(DateParserError) -> CivilDate? {
        let start = words
        let isNamed = words.take("on")
        _ = words.take("the")
        if let date = try words.isoDate() { return date }
        if let date = adjacentDay(&words) { return date }
        if let date = try namedSpan(&words) { return date }
        if let weekday = words.weekday() { return nearest(weekday) }
        if let date = try monthDay(&words) { return date }
        if isNamed { throw words.fault("a day should follow ‘on’") }
        words = start
        return nil
    }

    private func adjacentDay(_ words: inout WordReader) -> CivilDate? {
        if words.take("today") { return today }
        if words.take("tomorrow") || words.take("tmr") { return today.adding(days: 1) }
        if words.take("yesterday") { return today.adding(days: -1) }
        if words.take("day", "after", "tomorrow") { return today.adding(days: 2) }
        if words.take("day", "before", "yesterday") { return today.adding(days: -2) }
        return nil
    }

    private func nearest(_ weekday: Weekday) -> CivilDate {
        switch leaning {
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

    /// A week, a month or a year, by its first and its last day.
    typealias Span = (first: CivilDate, last: CivilDate)

    /// `week`, `month` or `year`, a number of them from the running one.
    func span(_ words: inout WordReader, ahead: Int) -> Span? {
        if words.take("week") {
            let first = today.startOfWeek(weekStart).adding(days: 7 * ahead)
            return (first, first.adding(days: 6))
        }
        if words.take("month") {
            let first = today.startOfMonth.adding(months: ahead)
            return (first, first.endOfMonth)
        }
        if words.take("year") {
            let first = today.startOfYear.adding(years: ahead)
            return (first, first.endOfYear)
        }
        return nil
    }

    /// `next week`, `this fri`, `last month`, `end of week`, `eom`, `start of next year`.
    private func namedSpan(_ words: inout WordReader) throws(DateParserError) -> CivilDate? {
        for (short, long) in [("eow", "week"), ("eom", "month"), ("eoy", "year")] where words.take(short) {
            var rest = WordReader(long)
            return span(&rest, ahead: 0)?.last
        }
        let isEnd = words.take("end")
        if isEnd || words.take("start") || words.take("beginning") {
            _ = words.take("of")
            _ = words.take("the")
            let ahead = words.take("next") ? 1 : words.take("last") ? -1 : 0
            if ahead == 0 { _ = words.take("this") }
            guard let span = span(&words, ahead: ahead) else {
                throw words.fault("‘week’, ‘month’ or ‘year’ should follow there")
            }
            return isEnd ? span.last : span.first
        }
        for (word, ahead) in [("this", 0), ("next", 1), ("last", -1)] where words.take(word) {
            if let span = span(&words, ahead: ahead) { return span.first }
            guard let weekday = words.weekday() else {
                throw words.fault("a weekday, ‘week’, ‘month’ or ‘year’ should follow ‘\(word)’")
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
