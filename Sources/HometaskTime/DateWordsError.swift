// SPDX-License-Identifier: Apache-2.0

/// Why a text is not a date.
public struct DateWordsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text as it was typed.
    public let text: String
    /// The word from which on it makes no sense; nil where the text ends too early or as a whole is wrong.
    public let word: String?
    /// What is wrong, where more can be said than that the word is unknown.
    public let reason: String?
    /// What may have been meant.
    public var suggestion: String? {
        word.flatMap { Spelling.nearest(to: $0, among: Self.knownWords) }
    }

    init(text: String, word: String?, reason: String?) {
        self.text = text
        self.word = word
        self.reason = reason
    }

    /// Forms that are understood, for hints.
    public static let examples = "today, tomorrow 18:00, fri, in 3 days, next month, 27 nov, 2026-11-27, 2026-11-27 18:00"

    public var description: String {
        if let reason { return "‘\(text)’ is not a date: \(reason)" }
        guard let word else { return "‘\(text)’ is not a date" }
        let meant = suggestion.map { "; did you mean ‘\($0)’?" } ?? ""
        return word == text ? "‘\(text)’ is not a date\(meant)" : "‘\(text)’ is not a date: ‘\(word)’ makes no sense there\(meant)"
    }

    private static let knownWords =
        ["today", "tomorrow", "yesterday", "tonight", "next", "this", "week", "month", "year", "days", "weeks", "months"]
        + Weekday.allCases.map { $0.name.lowercased() } + CivilDate.monthNames.map { $0.lowercased() }
}

/// Finds the word that a misspelt one was probably meant to be.
enum Spelling {
    /// The nearest word, at most two edits away (Levenshtein) and less than half of the word; nil where none is.
    static func nearest(to word: String, among words: [String]) -> String? {
        let typed = Array(word.lowercased().utf8.prefix(24))
        let found = words.map { (word: $0, distance: distance(typed, Array($0.utf8))) }
            .min { ($0.distance, $0.word) < ($1.distance, $1.word) }
        guard let found, found.distance > 0, found.distance <= 2, found.distance * 2 < typed.count else { return nil }
        return found.word
    }

    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var row = Array(0...b.count)
        for i in a.indices {
            var diagonal = row[0]
            row[0] = i + 1
            for j in b.indices {
                let substituted = diagonal + (a[i] == b[j] ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substituted, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[b.count]
    }
}
