// SPDX-License-Identifier: Apache-2.0

/// Amounts of time.
extension WordReader {
    private static let numbers = [
        "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
        "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
    ]

    /// `3 days`, `3d`, `a week`, `two months`, `half an hour`.
    mutating func amount(isExpected: Bool) throws(DateWordsError) -> (count: Int, unit: TimeUnit)? {
        if word == "half", word(after: 1) == "an", word(after: 2) == "hour" {
            next += 3
            return (30, .minute)
        }
        let number = (word ?? "").prefix { ("0"..."9").contains($0) }
        let isGlued = !number.isEmpty && number.count < (word ?? "").count
        let unitWord = isGlued ? (word ?? "").dropFirst(number.count)[...] : (word(after: 1) ?? "")[...]
        let isNumber = !number.isEmpty || Self.numbers[word ?? ""] != nil
        if isNumber, unitWord == "m" {
            throw fault("‘m’ could be minutes or months: write ‘\(number)min’ or ‘\(number)mo’")
        }
        guard isNumber, let unit = TimeUnit(unitWord) else {
            guard isExpected else { return nil }
            if isNumber, !isGlued { next += 1 }
            throw fault("a number and a unit should follow ‘in’, as in ‘in 3 days’")
        }
        let count = Self.numbers[word ?? ""] ?? (number.count <= 9 ? Int(number) : nil) ?? .max
        guard count <= DateWords.greatestCount else {
            throw fault("\(number) is too large a number; \(DateWords.greatestCount) is the greatest")
        }
        next += isGlued ? 1 : 2
        return (count, unit)
    }
}
