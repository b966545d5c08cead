// SPDX-License-Identifier: Apache-2.0

extension WordReader {
    func ruleFault(_ reason: String) -> RecurrencePhraseError {
        RecurrencePhraseError(fault(nil), reason: reason)
    }

    /// Skips `and`, which may stand between the parts of a list.
    mutating func skipAnd() {
        if peek(1) != nil { _ = takeWords("and") }
    }

    /// `1st`, `first`, and from the end `last`, `2nd last`, `second to last`.
    mutating func place() -> Int? {
        if takeWords("last") { return -1 }
        guard let word = peek(), let number = Self.ordinal(word) else { return nil }
        let isListed = hasCommaBehindNext
        advance()
        if !isListed, takeWords("last") || takeWords("to", "last") { return -number }
        return number
    }

    private static func ordinal(_ word: String) -> Int? {
        if let small = smallOrdinals.firstIndex(of: word) { return small + 1 }
        let figures = word.utf8.prefix { (0x30...0x39).contains($0) }
        guard figures.count <= 3, ["st", "nd", "rd", "th"].contains(word.dropFirst(figures.count)) else { return nil }
        return decimal(figures).flatMap { $0 > 0 ? $0 : nil }
    }

    private static let smallOrdinals = ["first", "second", "third", "fourth", "fifth"]

    /// Consecutive weekdays, separated by commas, ‘and’ or nothing; empty if the next word is not a weekday.
    mutating func weekdays() -> [Weekday] {
        var days: [Weekday] = []
        while true {
            var ahead = self
            if !days.isEmpty { ahead.skipAnd() }
            guard let day = ahead.singleOrPluralWeekday() else { return days }
            days.append(day)
            self = ahead
        }
    }

    /// Reads a weekday, such as `tue`, `tuesday` or `tuesdays`; nil if the next word is not one.
    private mutating func singleOrPluralWeekday() -> Weekday? {
        if let day = Weekday.allCases.first(where: { "\($0.name)s" == peek() }) {
            advance()
            return day
        }
        return weekday()
    }

    /// Consecutive months; empty if the next word is not a month.
    mutating func months() -> [Int] {
        var months: [Int] = []
        while true {
            var ahead = self
            if !months.isEmpty { ahead.skipAnd() }
            guard let month = ahead.month() else { return months }
            months.append(month)
            self = ahead
        }
    }
}
