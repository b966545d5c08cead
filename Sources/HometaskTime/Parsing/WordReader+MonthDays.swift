// SPDX-License-Identifier: Apache-2.0

extension WordReader {
    /// Parses `27` or `27th`, next to a month.
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

    /// Parses the next word as `31.12.` or `31.12.2026`, without consuming it. Without its last full stop, `31.12`
    /// could be a time.
    func dottedParts() -> (day: Int, month: Int, year: Int?)? {
        let parts = peek()?.utf8.split(separator: 0x2E, omittingEmptySubsequences: false) ?? []
        guard parts.count == 3, (1...2).contains(parts[0].count), (1...2).contains(parts[1].count),
            let day = decimal(parts[0]), let month = decimal(parts[1]), (1...12).contains(month)
        else { return nil }
        if parts[2].isEmpty { return (day, month, nil) }
        guard parts[2].count == 4, let year = decimal(parts[2]) else { return nil }
        return (day, month, year)
    }

    /// A month, by its name or at least its first three letters.
    mutating func month() -> Int? {
        guard let word = peek(), word.utf8.count >= 3 else { return nil }
        guard let index = CivilDate.monthNames.firstIndex(where: { $0.hasPrefix(word) }) else { return nil }
        advance()
        return index + 1
    }

    /// A four-digit year from 1900 on; `1800` is more likely a time.
    mutating func year() -> Int? {
        guard let word = peek(), word.utf8.count == 4, let year = decimal(word.utf8), year >= 1_900 else { return nil }
        advance()
        return year
    }

    /// A weekday, by its name or at least its first two letters.
    mutating func weekday() -> Weekday? {
        guard let word = peek(), word.utf8.count >= 2 else { return nil }
        guard let day = Weekday.allCases.first(where: { $0.name.hasPrefix(word) }) else { return nil }
        advance()
        return day
    }
}
