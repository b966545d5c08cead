// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The reason why a text could not be parsed as a recurrence rule.
///
/// The strings contain the input and must be escaped before they are shown on a terminal.
public struct RecurrencePhraseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The input, truncated if it is too long.
    public let text: String
    /// The first word that cannot be parsed, in lower case; nil if the text ends too early.
    public let word: String?
    /// The position of the word, or of the end of the text, in characters from the beginning.
    public let position: Int
    /// The expected text at this position, or the problem.
    public let reason: String

    init(_ fault: DateParserError, reason: String? = nil) {
        text = fault.text
        word = fault.word
        position = fault.position
        self.reason = reason ?? fault.reason ?? "a date is expected there"
    }

    /// The most likely intended word.
    public var suggestion: String? {
        word.flatMap { Spelling.nearest(to: $0, among: Self.knownWords) }
    }

    /// The next step: the most likely intended word, or examples.
    public var hint: String {
        suggestion.map { "did you mean ‘\($0)’?" } ?? "write rules like \(Self.examples)"
    }

    /// Examples of supported forms, for hints.
    public static let examples =
        "‘every day’, ‘every 2 weeks on tue, fri’, ‘every month on the last fri’, ‘every year on 29 feb’, "
        + "‘every 3 days after done’, ‘every week until 1 may’, ‘every day, 10 times’"

    /// The problem and, for a likely misspelling, the most likely intended word.
    public var description: String {
        let meant = suggestion.map { "; did you mean ‘\($0)’?" } ?? ""
        let place = word.map { "at ‘\($0)’" } ?? "at its end"
        return "‘\(text)’ does not say when: \(place), \(reason)\(meant)"
    }

    private static let knownWords =
        [
            "every", "each", "other", "daily", "weekly", "fortnightly", "monthly", "yearly", "day", "days", "week",
            "weeks",
            "month", "months", "year", "years", "weekday", "weekdays", "weekend", "first", "second", "third", "fourth",
            "fifth", "last", "after", "done", "until", "times", "from", "catching",
        ] + Weekday.allCases.map { $0.name } + Weekday.allCases.map { $0.shortName.lowercased() } + CivilDate.monthNames
}
