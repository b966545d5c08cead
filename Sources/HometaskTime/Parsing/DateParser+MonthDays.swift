// SPDX-License-Identifier: Apache-2.0

extension DateParser {
    /// `27 nov`, `nov 27`, `27th of november 2026`, `november 2026`, `november`, `27th`.
    func monthDay(_ words: inout WordReader) throws(DateParserError) -> CivilDate? {
        let start = words
        if let day = words.dayOfMonth() {
            _ = words.takeWords("of")
            if let month = words.month() { return try date(&words, from: start, month: month, day: day) }
            words = start
            return try ordinal(&words)
        }
        guard let month = words.month() else { return nil }
        return try date(&words, from: start, month: month, day: words.dayOfMonth())
    }

    /// `31.12.`, `31.12.2026`: the day comes first in every country that writes dates with full stops.
    func dottedDay(_ words: inout WordReader) throws(DateParserError) -> CivilDate? {
        guard let parts = words.dottedParts() else { return nil }
        let start = words
        words.advance()
        if let year = parts.year {
            if let date = CivilDate(year: year, month: parts.month, day: parts.day) { return date }
            throw start.fault(CivilDate.absence(day: parts.day, month: parts.month, year: year))
        }
        return try date(&words, from: start, month: parts.month, day: parts.day)
    }

    private func date(
        _ words: inout WordReader, from start: WordReader, month: Int, day: Int?
    ) throws(DateParserError) -> CivilDate {
        if let year = words.year() {
            if let date = CivilDate(year: year, month: month, day: day ?? 1) { return date }
            throw start.fault(CivilDate.absence(day: day ?? 1, month: month, year: year))
        }
        // Every possible day occurs within eight years, even 29 February around the year 2100.
        if let date = nearest(steps: 8, { CivilDate(year: today.year + $0, month: month, day: day ?? 1) }) {
            return date
        }
        throw start.fault(CivilDate.absence(day: day ?? 1, month: month))
    }

    /// `27th`, in this month or the next one that has such a day; a bare number is not accepted.
    private func ordinal(_ words: inout WordReader) throws(DateParserError) -> CivilDate? {
        let start = words
        guard let day = words.ordinal() else { return nil }
        let found = nearest(steps: 2) { step in
            let month = today.startOfMonth.adding(months: step)
            return CivilDate(year: month.year, month: month.month, day: day)
        }
        guard let found else { throw start.fault("no month has such a day") }
        return found
    }

    /// The first candidate that exists and is today or lies in the parser's direction.
    private func nearest(steps: Int, _ candidate: (Int) -> CivilDate?) -> CivilDate? {
        for step in 0...steps {
            guard let date = candidate(direction == .future ? step : -step) else { continue }
            if direction == .future ? date >= today : date <= today { return date }
        }
        return nil
    }
}
