// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily
import HometaskTime

/// Words of a title that look like a date, a time or a rule, with the field probably intended.
public struct DateRemainder: Sendable {
    /// The words of the title: `18:00`.
    public let text: String
    /// The due date, or the recurrence.
    public let field: TaskField
    /// The value of the field including these words: `tomorrow 18:00`.
    public let value: String

    /// The field as written in a line of words: `due:"tomorrow 18:00"`.
    public var inLine: String { "\(field.name):\(value.utf8.contains(UInt8(ascii: " ")) ? "\"\(value)\"" : value)" }

    /// The maximum number of words of a date.
    private static let longest = 4

    /// Finds the longest sequence of such words.
    ///
    /// - Parameters:
    ///   - title: the words of the title.
    ///   - due: the given due date, which these words may continue.
    ///   - rule: the given recurrence.
    ///   - viewpoint: the time and zone from which dates are counted.
    public init?(_ title: [String], due: String?, rule: String?, from viewpoint: Viewpoint) {
        let parser = Parser(
            due: due, rule: rule, rules: RuleParser(from: viewpoint),
            dates: viewpoint.dates, language: viewpoint.language)
        for count in (1...Self.longest).reversed() where count <= title.count {
            for start in 0...(title.count - count) {
                let words = Array(title[start..<start + count])
                guard let found = parser.field(words, isLast: start + count == title.count) else { continue }
                (text, field, value) = (words.joined(separator: " "), found.field, found.value)
                return
            }
        }
        return nil
    }
}

private struct Parser {
    let due: String?
    let rule: String?
    let rules: RuleParser
    let dates: DateParser
    let language: DateLanguage?

    /// Returns the field that the words were probably intended for, and its value; nil if they are only part of the
    /// title.
    func field(_ words: [String], isLast: Bool) -> (field: TaskField, value: String)? {
        let text = words.joined(separator: " ")
        if let rule, isLast, isRule("\(rule) \(text)") { return (.rule, "\(rule) \(text)") }
        let english = language.map { $0.english(text).split(separator: " ").map(String.init) } ?? words
        if words.count > 1, Self.isEvery(english.first), isRule(text) {
            return (.rule, Self.isEvery(words[0]) ? words.dropFirst().joined(separator: " ") : text)
        }
        let date = words.map { Self.dayFirst($0) }.joined(separator: " ")
        guard !english.isEmpty, Self.isDate(english, isLast: isLast), isDate(date) else { return nil }
        if english.count == 1, Self.isShort(words[words.count - 1], for: english[0]) { return nil }
        if let due, isDate("\(due) \(date)") { return (.due, "\(due) \(date)") }
        return (.due, date)
    }

    private static func isEvery(_ word: String?) -> Bool { ["every", "each"].contains(word?.lowercased()) }

    /// Whether a word is a weekday only in short, and more often another word: French `mer`, German `so`.
    private static func isShort(_ word: String, for weekday: String) -> Bool {
        word.count <= 3 && word.lowercased() != weekday && Weekday.allCases.contains { $0.name == weekday }
    }

    private func isRule(_ text: String) -> Bool { (try? rules.parseTimed(text)) != nil }

    private func isDate(_ text: String) -> Bool { (try? dates.parse(text)) != nil }

    /// Converts a word such as `27/11`, in which only one number can be the month, to the supported notation: `27.11.`.
    private static func dayFirst(_ word: String) -> String {
        let parts = word.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard parts.count == 2, let month = parts.min(), let day = parts.max() else { return word }
        return 1...12 ~= month && 13...31 ~= day ? "\(day).\(month)." : word
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isUnit(_ word: String) -> Bool {
        let units = ["minute", "min", "hour", "day", "week", "month", "year", "h", "d", "w", "m", "y"]
        return units.contains(word) || word.hasSuffix("s") && units.contains(String(word.dropLast()))
    }

    /// Whether words that parse as a date are probably intended as a date, unlike the 2 in ‘Chapter 2’ or the word
    /// ‘sun’.
    private static func isDate(_ words: [String], isLast: Bool) -> Bool {
        let first = words[0].lowercased()
        let isLedIn = ["on", "at", "by", "in", "this", "next"].contains(first) && words.count > 1
        let hasDigits = words.contains { $0.utf8.contains { isDigit($0) } }
        if !hasDigits {
            let whole =
                Weekday.allCases.map { $0.name }
                + ["today", "tomorrow", "day after tomorrow", "tonight", "weekend", "noon", "midnight"]
            return isLast && (isLedIn || whole.contains(words.joined(separator: " ").lowercased()))
        }
        // A length of time, an ordinal number and a number alone are more often something else.
        return isLedIn
            || words.contains { isWrittenDate($0.lowercased()) } && !words.contains { isUnit($0.lowercased()) }
    }

    /// Whether the notation of a word is unique to dates and times: `18:00`, `31.12.`, `27/11`, `2026-12-31`, `6pm`,
    /// `dec`.
    private static func isWrittenDate(_ word: String) -> Bool {
        word.contains(":") || dayFirst(word) != word || word.contains(".") || word.split(separator: "-").count == 3
            || word.utf8.first.map(isDigit) ?? false && (word.hasSuffix("am") || word.hasSuffix("pm"))
            || CivilDate.monthNames.contains { $0 == word || $0.prefix(3) == word }
    }
}
