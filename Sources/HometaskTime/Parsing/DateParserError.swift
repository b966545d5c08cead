// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The reason why a text could not be parsed as a date.
///
/// The strings contain the input and must be escaped before they are shown on a terminal.
public struct DateParserError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The input, truncated if it is too long.
    public let text: String
    /// The first word that cannot be parsed, in lower case; nil if the text ends too early.
    public let word: String?
    /// The position of the word, or of the end of the text, in characters from the beginning.
    public let position: Int
    /// The specific problem; nil if only ``word`` is known.
    public let reason: String?

    init(text: String, word: String?, position: Int, reason: String?) {
        self.text = text
        self.word = word
        self.position = position
        self.reason = reason
    }

    /// The most likely intended word.
    public var suggestion: String? {
        word.flatMap { Spelling.nearest(to: $0, among: Self.knownWords) }
    }

    /// The suggested next step: the most likely intended word, or examples of dates.
    public var hint: String {
        suggestion.map { "did you mean ‘\($0)’?" } ?? "write dates like \(Self.examples)"
    }

    /// Examples of supported forms, for hints.
    public static let examples =
        "today, tomorrow 18:00, fri, in 3 days, next month, 27 nov, 2026-11-27, 2026-11-27 18:00"

    /// The problem and, for a likely misspelling, the most likely intended word.
    public var description: String {
        let meant = suggestion.map { "; did you mean ‘\($0)’?" } ?? ""
        if let reason { return "‘\(text)’ is not a date: \(reason)\(meant)" }
        guard let word, word != text.lowercased() else { return "‘\(text)’ is not a date\(meant)" }
        return "‘\(text)’ is not a date: ‘\(word)’ makes no sense there\(meant)"
    }

    private static let knownWords =
        [
            "today", "tomorrow", "yesterday", "tonight", "now", "noon", "midnight", "this", "next", "last", "end",
            "start", "week", "month", "year", "days", "weeks", "months", "years", "hours", "minutes", "minute", "ago",
        ] + Weekday.allCases.map { $0.name } + Weekday.allCases.map { $0.shortName.lowercased() } + CivilDate.monthNames
}
