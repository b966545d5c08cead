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

    private func date(
        _ words: inout WordReader, from start: WordReader, month: Int, day: Int?
    ) throws(DateParserError) -> CivilDate {
        if let year = words.year() {
            if let date = CivilDate(year: year, month: month, day: day ?? 1) { return date }
            throw start.fault(CivilDate.absence(day: day ?? 1, month: month, year: year))
        }
        // Every day that exists at all exists within eight years, 29 February also round the year 2100.
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

    /// The first of the candidates that exists and is today or lies where this reader leans to.
    private func nearest(steps: Int, _ candidate: (Int) -> CivilDate?) -> CivilDate? {
        for step in 0...steps {
            guard let date = candidate(leaning == .future ? step : -step) else { continue }
            if leaning == .future ? date >= today : date <= today { return date }
        }
        return nil
    }
}

extension CivilDate {
    /// The English name of a month, capitalised.
    static func title(ofMonth month: Int) -> String {
        let name = monthNames[month - 1]
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    /// The message for a day that its month does not have, in a certain year or in any year.
    static func absence(day: Int, month: Int, year: Int? = nil) -> String {
        let name = title(ofMonth: month) + (year.map { " \(digits($0, 4))" } ?? "")
        return "there is no \(day) \(name): \(name) has \(daysInMonth(month, of: year ?? 2_000)) days"
    }
}

extension WordReader {
    /// `27` or `27th`, next to a month.
    mutating func dayOfMonth() -> Int? {
        guard let word = peek() else { return nil }
        let figures = word.utf8.prefix { (0x30...0x39).contains($0) }
        let ending = word.dropFirst(figures.count)
        guard figures.count <= 2, ["", "st", "nd", "rd", "th"].contains(ending), let day = decimal(figures) else {
            return nil
        }
        advance()
        return day
    }

    /// Takes a day such as `27th` and returns its number, 0 to 99; nil for a bare number or any other word.
    mutating func ordinal() -> Int? {
        guard let last = peek()?.utf8.last, !(0x30...0x39).contains(last) else { return nil }
        return dayOfMonth()
    }

    /// The name of a month or at least its first three letters.
    mutating func month() -> Int? {
        guard let word = peek(), word.utf8.count >= 3 else { return nil }
        guard let index = CivilDate.monthNames.firstIndex(where: { $0.hasPrefix(word) }) else { return nil }
        advance()
        return index + 1
    }

    /// A year from 1900 on in four digits; `1800` is more likely meant as a time.
    mutating func year() -> Int? {
        guard let word = peek(), word.utf8.count == 4, let year = decimal(word.utf8), year >= 1_900 else { return nil }
        advance()
        return year
    }

    /// The name of a weekday or at least its first two letters.
    mutating func weekday() -> Weekday? {
        guard let word = peek(), word.utf8.count >= 2 else { return nil }
        guard let day = Weekday.allCases.first(where: { $0.name.hasPrefix(word) }) else { return nil }
        advance()
        return day
    }
}
