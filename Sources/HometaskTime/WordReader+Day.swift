// SPDX-License-Identifier: Apache-2.0

/// Names of days.
extension WordReader {
    /// A name, or at least its first two letters.
    mutating func weekday() -> Weekday? {
        guard let word, word.utf8.count >= 2 else { return nil }
        let found = Weekday.allCases.first { $0.name.hasPrefix(word) }
        if found != nil { next += 1 }
        return found
    }

    /// A name, or at least its first three letters.
    private mutating func month() -> Int? {
        guard let word, word.utf8.count >= 3 else { return nil }
        let found = CivilDate.monthNames.firstIndex { $0.hasPrefix(word) }
        if found != nil { next += 1 }
        return found.map { $0 + 1 }
    }

    /// `27 nov`, `nov 27`, `27th of november 2026`, `november`, `the 27th`.
    mutating func monthDay() throws(DateWordsError) -> MonthDay? {
        let start = next
        if let month = month() {
            let isAnnounced = take("the")
            let day = dayOfMonth()
            if isAnnounced, day == nil { throw fault(nil) }
            return MonthDay(month: month, day: day?.number ?? 1, year: year())
        }
        _ = take("the")
        guard let day = dayOfMonth() else {
            next = start
            return nil
        }
        _ = take("of")
        if let month = month() { return MonthDay(month: month, day: day.number, year: year()) }
        if day.isOrdinal { return MonthDay(month: nil, day: day.number, year: nil) }
        if isAtEnd { next = start }
        throw fault(numberFault)
    }

    /// `27`, `27th`.
    private mutating func dayOfMonth() -> (number: Int, isOrdinal: Bool)? {
        let digits = (word ?? "").prefix { ("0"..."9").contains($0) }
        let ending = (word ?? "").dropFirst(digits.count)
        guard (1...2).contains(digits.count), ["", "st", "nd", "rd", "th"].contains(ending), let number = Int(digits)
        else { return nil }
        next += 1
        return (number, !ending.isEmpty)
    }

    private mutating func year() -> Int? {
        guard let word, word.utf8.count == 4, Self.isDigits(word), let year = Int(word), year >= 1000 else {
            return nil
        }
        next += 1
        return year
    }

    /// What to say of figures that could be many things.
    var numberFault: String? {
        guard let word else { return nil }
        if Self.isDigits(word) { return "‘\(word)’ alone is too little: write ‘27 nov’, ‘27th’ or ‘18:00’" }
        let parts = word.split { $0 == "/" || $0 == "." || $0 == "-" }
        guard parts.count > 1, parts.allSatisfy({ Self.isDigits($0) }) else { return nil }
        return "write it as ‘27 nov’ or ‘2026-11-27’, so that nobody takes the day for the month"
    }
}
