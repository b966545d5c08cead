// SPDX-License-Identifier: Apache-2.0

/// Parses and formats recurrence rules in words: `every 2 weeks on tue, fri`.
///
/// The text consists of these parts, in any letter case:
/// - the frequency: `every day`, `every 3 weeks`, `every other month`, `daily`, `weekly`, `fortnightly`, `monthly`,
///   `yearly`, `every weekday`, `every tue, fri`, `every 29 feb`, `every last fri`;
/// - the days, unless already given: `on tue, fri`, `on the 1st and 15th`, `on the last day`, `on the 2nd tue`, `on the
///   last weekday`, `on the first of sat, sun`, `on 29 feb`, `in jun, jul`, `of march`, `in week 20`;
/// - `after done`, to count from the completion of the task instead of its due date;
/// - `catching up`, if every missed time has to be made up for, or `not catching up`;
/// - the end: `10 times`, or at the very end `until` and a date.
///
/// A month without the given day (`every month on the 31st`) is skipped, as in RFC 5545; `the last day` and `the 31st
/// or last day` exist in every month. A rule without a day of the month becomes a rule of the latter form if its series
/// begins after the 28th (``RecurrenceRule/keepingMonthEnd(from:)``).
public struct RecurrencePhrases: Sendable {
    /// Parses the date after `until`, and defines the first day of a week.
    let dates: DateParser
    /// Whether rules catch up by default.
    let catchesUp: Bool

    /// Creates a parser and formatter for rules.
    ///
    /// - Parameters:
    ///   - dates: the parser for dates in rules; it also defines the rules' first day of the week.
    ///   - catchesUp: whether rules make up for every missed time by default.
    public init(_ dates: DateParser, catchesUp: Bool = false) {
        self.dates = dates
        self.catchesUp = catchesUp
    }

    /// Parses a rule.
    ///
    /// - Throws: ``RecurrencePhraseError``, with the position of the first word that cannot be parsed. A time of day is
    ///   rejected, since it belongs to the due date.
    public func parse(_ text: String) throws(RecurrencePhraseError) -> RecurrenceRule {
        let (rule, time) = try parseTimed(text)
        if let time { throw time.words.ruleFault("a rule has no time of day, which is that of the due date") }
        return rule
    }

    /// Parses a rule that may contain the time of day of the first due date (`every day at 7:30`).
    public func parseTimed(
        _ text: String
    ) throws(RecurrencePhraseError) -> (rule: RecurrenceRule, time: RecurrenceTime?) {
        guard text.utf8.count <= RecurrenceRule.longest else {
            throw RecurrencePhraseError(
                DateParserError(text: String(text.prefix(20)) + "…", word: nil, position: 0, reason: nil),
                reason: "it is too long: a rule has at most \(RecurrenceRule.longest) bytes")
        }
        var words = WordReader(text, in: dates.language)
        var draft = try RecurrenceDraft(beginning: &words)
        while !words.isAtEnd { try takePart(&words, into: &draft) }
        return (try draft.rule(weekStart: dates.weekStart, catchesUp: catchesUp, end: words), draft.time)
    }

    /// Reads one part of the text.
    private func takePart(_ words: inout WordReader, into draft: inout RecurrenceDraft) throws(RecurrencePhraseError) {
        let start = words
        if words.takeWords("until") || words.takeWords("till") {
            try draft.setEnd(try end(&words), at: start)
        } else if words.takeWords("after", "done") || words.takeWords("after", "completion") {
            draft.basis = .done
        } else if words.takeWords("catching", "up") || words.takeWords("catch", "up") {
            try draft.setCatchesUp(true, at: start)
        } else if words.takeWords("not", "catching", "up") {
            try draft.setCatchesUp(false, at: start)
        } else if words.takeWords("at") {
            try draft.setTime(&words, from: start)
        } else if let count = Self.times(&words) {
            guard (1...RecurrenceRule.largestNumber).contains(count) else {
                throw start.ruleFault("it can be 1 to \(RecurrenceRule.largestNumber) times")
            }
            try draft.setEnd(.count(count), at: start)
        } else if words.takeWords("weeks", "from") {
            guard let day = words.weekday() else { throw words.ruleFault("a weekday should follow ‘weeks from’") }
            draft.weekStart = day
        } else {
            try draft.takeDays(&words)
        }
    }

    private func end(_ words: inout WordReader) throws(RecurrencePhraseError) -> RecurrenceRule.End {
        guard !words.isAtEnd else { throw words.ruleFault("a date should follow ‘until’") }
        do throws(DateParserError) {
            switch try dates.moment(&words) {
            case .day(let date): return .day(date)
            case .instant(let instant): return .instant(instant)
            }
        } catch {
            throw RecurrencePhraseError(error)
        }
    }

    /// `10 times`, `for 10 times`, `ten times`.
    private static func times(_ words: inout WordReader) -> Int? {
        var ahead = words
        _ = ahead.takeWords("for")
        guard let count = ahead.peek().flatMap(WordReader.count), ["times", "time"].contains(ahead.peek(1)) else {
            return nil
        }
        ahead.advance(2)
        words = ahead
        return count
    }
}

/// The time of day in the words of a rule.
public struct RecurrenceTime: Sendable {
    /// The time of day of the first due date.
    public let time: TimeOfDay
    /// The words from ‘at’ on, for error messages.
    let words: WordReader
}
