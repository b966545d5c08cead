// SPDX-License-Identifier: Apache-2.0

extension WordReader {
    /// `3 days`, `3d`, `a week`, `1h30min`, `1 day and 2 hours`; nil if the words do not begin with a number and a
    /// unit.
    mutating func length() throws(DateParserError) -> TimeLength? {
        var length = TimeLength()
        var isEmpty = true
        while let amounts = amounts() {
            for (count, unit) in amounts.found {
                guard count <= unit.limit else { throw fault("that is more than a hundred years") }
                length.add(count, unit)
            }
            advance(amounts.words)
            isEmpty = false
            if let after = peek(1), Self.count(after) != nil { _ = takeWords("and") }
        }
        return isEmpty ? nil : length
    }

    func amounts() -> (found: [(Int, TimeUnit)], words: Int)? {
        guard let first = peek() else { return nil }
        if let count = Self.count(first) {
            guard let unit = peek(1).flatMap({ TimeUnit($0) }) else { return nil }
            return ([(count, unit)], 2)
        }
        var found: [(Int, TimeUnit)] = []
        var rest = first[...]
        while !rest.isEmpty {
            let figures = rest.utf8.prefix { (0x30...0x39).contains($0) }
            let letters = rest.utf8.dropFirst(figures.count).prefix { !(0x30...0x39).contains($0) }
            guard let count = decimal(figures),
                let unit = Substring(letters).isEmpty ? nil : TimeUnit(Substring(letters))
            else { return nil }
            found.append((count, unit))
            rest = rest[letters.endIndex...]
        }
        return found.isEmpty ? nil : (found, 1)
    }

    /// A number in digits, or a small number in words.
    static func count(_ word: String) -> Int? {
        if let small = smallNumbers.firstIndex(of: word) { return small + 1 }
        return word == "a" || word == "an" ? 1 : decimal(Array(word.utf8))
    }

    private static let smallNumbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
}
