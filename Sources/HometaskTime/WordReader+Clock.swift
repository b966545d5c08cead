// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// Times on the clock.
extension WordReader {
    /// `18:00`, `18:00:30`, `6pm`, `6:30 pm`, `noon`, `midnight`, each perhaps after `at`.
    mutating func timeOfDay() throws(DateWordsError) -> TimeOfDay? {
        let isAnnounced = take("at")
        if take("noon") { return .noon }
        if take("midnight") { return .midnight }
        let half = word(after: 1).flatMap { $0 == "am" || $0 == "pm" ? $0 : nil }
        let clock = (word ?? "") + (half ?? "")
        guard Self.isClock(clock) else {
            if isAnnounced { throw fault("a time such as ‘18:00’ or ‘6pm’ should follow ‘at’") }
            return nil
        }
        guard let time = Self.time(clock) else { throw fault("there is no time ‘\(clock)’") }
        next += half == nil ? 1 : 2
        return time
    }

    /// Whether a word can only be meant for a time: figures with a colon between them, or before `am` or `pm`.
    private static func isClock(_ word: String) -> Bool {
        let hasHalf = word.hasSuffix("am") || word.hasSuffix("pm")
        let parts = (hasHalf ? word.dropLast(2) : word[...]).split(separator: ":", omittingEmptySubsequences: false)
        return parts.allSatisfy { isDigits($0) } && (hasHalf || parts.count > 1)
    }

    private static func time(_ word: String) -> TimeOfDay? {
        let half = word.hasSuffix("am") ? 0 : word.hasSuffix("pm") ? 12 : nil
        let clock = half == nil ? word[...] : word.dropLast(2)
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { isDigits($0) && $0.utf8.count <= 2 ? Int($0) : nil }
        guard numbers.count == parts.count, (1...3).contains(parts.count),
            parts.dropFirst().allSatisfy({ $0.utf8.count == 2 })
        else { return nil }
        var hour = numbers[0]
        if let half {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + half
        }
        return TimeOfDay(
            hour: hour, minute: numbers.count > 1 ? numbers[1] : 0, second: numbers.count > 2 ? numbers[2] : 0)
    }
}

/// ISO 8601.
extension WordReader {
    /// `2026-11-27`.
    mutating func isoDate() throws(DateWordsError) -> CivilDate? {
        guard let word, Self.isISODate(word) else { return nil }
        guard let date = CivilDate(iso: word) else { throw fault("there is no day ‘\(word)’") }
        next += 1
        return date
    }

    static func isISODate(_ word: String) -> Bool {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.utf8.count) == [4, 2, 2] && parts.allSatisfy { isDigits($0) }
    }

    /// A date and a time with an offset from UTC, `2026-11-27T18:00Z`, `2026-11-27 18:00+01:00`, and nothing else.
    mutating func isoInstant() throws(DateWordsError) -> Timestamp? {
        guard let first = word, Self.isISODate(first), words.count == 2, let clock = word(after: 1),
            let mark = clock.lastIndex(where: { $0 == "z" || $0 == "+" || $0 == "-" }), mark > clock.startIndex,
            let date = try isoDate()
        else { return nil }
        guard Self.isClock(String(clock[..<mark])), let time = Self.time(String(clock[..<mark])),
            let offset = Self.offset(clock[mark...])
        else { throw fault("‘\(clock)’ is no time with an offset such as ‘18:00Z’ or ‘18:00+01:00’") }
        return Timestamp(seconds: Int64(date.dayNumber) * 86_400 + Int64(time.secondOfDay - offset))
    }

    /// `z`, `+01`, `+0100` or `-05:30`, in seconds.
    private static func offset(_ text: Substring) -> Int? {
        if text == "z" { return 0 }
        let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ isDigits($0) }), [[2], [4], [2, 2]].contains(parts.map(\.utf8.count)),
            let number = Int(parts.joined())
        else { return nil }
        let (hours, minutes) = parts.map(\.utf8.count) == [2] ? (number, 0) : (number / 100, number % 100)
        guard hours < 24, minutes < 60 else { return nil }
        return (hours * 60 + minutes) * (text.first == "-" ? -60 : 60)
    }
}
