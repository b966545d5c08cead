// SPDX-License-Identifier: Apache-2.0

/// Why a text is not a date.
///
/// Its texts repeat what was typed; whoever shows them on a terminal escapes them.
public struct DateParserError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text as it was typed, its beginning where it is too long.
    public let text: String
    /// The word, in lower case, from which on it makes no sense; nil if the text ends too early.
    public let word: String?
    /// The position of the word, or of the end of the text, in characters from the beginning.
    public let position: Int
    /// What is wrong, where more can be said than that the word is unknown.
    public let reason: String?

    init(text: String, word: String?, position: Int, reason: String?) {
        self.text = text
        self.word = word
        self.position = position
        self.reason = reason
    }

    /// The word that may have been meant.
    public var suggestion: String? {
        word.flatMap { Spelling.nearest(to: $0, among: Self.knownWords) }
    }

    /// What to do next: the word that may have been meant, or examples of dates.
    public var hint: String {
        suggestion.map { "did you mean ‘\($0)’?" } ?? "write dates like \(Self.examples)"
    }

    /// Forms that are understood, for hints.
    public static let examples =
        "today, tomorrow 18:00, fri, in 3 days, next month, 27 nov, 2026-11-27, 2026-11-27 18:00"

    /// What is wrong and, where it seems a misspelling, what may have been meant.
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
