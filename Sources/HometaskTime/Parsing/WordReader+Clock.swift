// SPDX-License-Identifier: Apache-2.0

extension WordReader {
    /// Reads a time, with or without `at` before it.
    mutating func requiredTime() throws(DateParserError) -> TimeOfDay {
        _ = takeWords("at")
        if let time = timeOfDay() { return time }
        guard let word = peek() else { throw fault(nil) }
        let bytes = word.utf8
        if let first = bytes.first, (0x30...0x39).contains(first) {
            if bytes.contains(UInt8(ascii: ":")) {
                throw fault("there is no such time; write times like 18:00 or 6pm")
            }
            // Digits joined by hyphens, dots or slashes, which precede the digits in ASCII.
            if bytes.contains(where: { $0 < 0x30 }), bytes.allSatisfy({ (0x2d...0x39).contains($0) }) {
                let absence = Self.absence(word).map { "\($0), and " } ?? ""
                throw fault("\(absence)write numeric dates with the year first, 2026-11-27")
            }
        }
        throw fault(nil)
    }

    /// The error message for `30/2` or `31.4.`, which is no day in either order of day and month.
    private static func absence(_ word: String) -> String? {
        let numbers = word.utf8.split { !(0x30...0x39).contains($0) }.compactMap { $0.count <= 2 ? decimal($0) : nil }
        guard numbers.count >= 2 else { return nil }
        let (first, second) = (numbers[0], numbers[1])
        // 2000 was a leap year, so a day missing from it exists in no year.
        func exists(day: Int, month: Int) -> Bool { CivilDate(year: 2_000, month: month, day: day) != nil }
        guard !exists(day: first, month: second), !exists(day: second, month: first) else { return nil }
        if (1...12).contains(second) { return CivilDate.absence(day: first, month: second) }
        if (1...12).contains(first) { return CivilDate.absence(day: second, month: first) }
        return "there is no such day"
    }

    /// `18:00`, `18:00:30`, `6pm`, `6 pm`, `6:30pm`, `noon`, `midnight`.
    mutating func timeOfDay() -> TimeOfDay? {
        guard let word = peek() else { return nil }
        if takeWords("noon") { return .noon }
        if takeWords("midnight") { return .midnight }
        if let half = peek(1), half == "am" || half == "pm", let time = Self.time(word + half) {
            advance(2)
            return time
        }
        guard let time = Self.time(word) else { return nil }
        advance()
        return time
    }

    /// A time in one word.
    private static func time(_ word: String) -> TimeOfDay? {
        let half = word.hasSuffix("am") ? 0 : word.hasSuffix("pm") ? 12 : nil
        let parts = word.utf8.dropLast(half == nil ? 0 : 2).split(separator: 0x3a, omittingEmptySubsequences: false)
        guard half != nil || parts.count > 1, parts.count <= 3, (1...2).contains(parts[0].count),
            parts.dropFirst().allSatisfy({ $0.count == 2 })
        else { return nil }
        let numbers = parts.compactMap { decimal($0) }
        guard numbers.count == parts.count, var hour = numbers.first else { return nil }
        if let half {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + half
        }
        return TimeOfDay(
            hour: hour, minute: numbers.count > 1 ? numbers[1] : 0, second: numbers.count > 2 ? numbers[2] : 0)
    }
}
