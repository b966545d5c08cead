// SPDX-License-Identifier: Apache-2.0

/// Why a text is not a date.
public struct DateWordsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text as it was typed; it may hold anything and must be escaped before it is shown.
    public let text: String
    /// The word from which on it makes no sense; nil where the text ends too early or as a whole is wrong.
    public let word: String?
    /// What is wrong, where more can be said than that the word is unknown.
    public let reason: String?

    /// What may have been meant by the word.
    public var suggestion: String? {
        word.flatMap { Spelling.nearest(to: $0, among: Self.knownWords) }
    }

    init(text: String, word: String?, reason: String?) {
        self.text = text
        self.word = word
        self.reason = reason
    }

    /// Forms that are understood, for hints.
    public static let examples =
        "today, tomorrow 18:00, fri, in 3 days, next month, 27 nov, 2026-11-27, 2026-11-27 18:00"

    /// The fault in one sentence; it holds the text as it was typed.
    public var description: String {
        var sentence = "‘\(text)’ is not a date"
        if let reason {
            sentence += ": \(reason)"
        } else if let word, word != text.lowercased() {
            sentence += ": ‘\(word)’ makes no sense there"
        }
        return sentence + (suggestion.map { "; did you mean ‘\($0)’?" } ?? "")
    }

    private static let knownWords =
        [
            "today", "tomorrow", "yesterday", "tonight", "next", "last", "this", "week", "month", "year", "minutes",
            "hours", "days", "weeks", "months", "years", "noon", "midnight",
        ] + Weekday.allCases.map(\.name) + CivilDate.monthNames
}
