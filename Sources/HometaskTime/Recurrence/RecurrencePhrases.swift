// SPDX-License-Identifier: Apache-2.0

/// Reads rules of recurrence as people type them, and says them so: `every 2 weeks on tue, fri`.
///
/// A text is made of, in any letter case of its letters:
/// - how often: `every day`, `every 3 weeks`, `every other month`, `daily`, `weekly`, `fortnightly`, `monthly`,
///   `yearly`, `every weekday`, `every tue, fri`, `every 29 feb`, `every last fri`;
/// - on which days, where that is not said yet: `on tue, fri`, `on the 1st and 15th`, `on the last day`, `on the 2nd
///   tue`, `on the last weekday`, `on the first of sat, sun`, `on 29 feb`, `in jun, jul`, `of march`, `in week 20`;
/// - `after done`, where it is counted from when the task was done and not from when it was due;
/// - `catching up`, where every time that was missed is made up for, and `not catching up`;
/// - how long: `10 times`, or at the very end `until` and a date.
///
/// A month without such a day (`every month on the 31st`) is skipped, as RFC 5545 has it; `the last day` is in all, and so
/// is `the 31st or last day`. A rule without a day of the month becomes such a rule where its series begins so late
/// (``RecurrenceRule/keepingMonthEnd(from:)``).
public struct RecurrencePhrases: Sendable {
    /// Reads the date behind `until`, and knows on which day a week starts.
    let dates: DateParser
    /// Whether rules that say nothing of it catch up.
    let catchesUp: Bool

    /// A reader and writer of rules.
    ///
    /// - Parameters:
    ///   - dates: the reader of the dates in them; its weeks are those of the rules.
    ///   - catchesUp: whether rules that say nothing of it make up for every time that was missed.
    public init(_ dates: DateParser, catchesUp: Bool = false) {
        self.dates = dates
        self.catchesUp = catchesUp
    }

    /// Reads a text.
    ///
    /// - Throws: ``RecurrencePhraseError``, which says from where on the text makes no sense. A time of day is refused:
    ///   it is that of the due date.
    public func parse(_ text: String) throws(RecurrencePhraseError) -> RecurrenceRule {
        let (rule, time) = try parseTimed(text)
        if let time { throw time.words.ruleFault("a rule has no time of day, which is that of the due date") }
        return rule
    }

    /// Reads a text in which a time of day may stand (`every day at 7:30`): of when the task is due first.
    public func parseTimed(
        _ text: String
    ) throws(RecurrencePhraseError) -> (rule: RecurrenceRule, time: RecurrenceTime?) {
        guard text.utf8.count <= RecurrenceRule.longest else {
            throw RecurrencePhraseError(
                DateParserError(text: String(text.prefix(20)) + "…", word: nil, position: 0, reason: nil),
                reason: "it is too long: a rule has at most \(RecurrenceRule.longest) bytes")
        }
        var words = WordReader(text)
        var draft = try RecurrenceDraft(beginning: &words)
        while !words.isAtEnd { try takePart(&words, into: &draft) }
        return (try draft.rule(weekStart: dates.weekStart, catchesUp: catchesUp, end: words), draft.time)
    }

    /// One more part of the text.
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
    /// The time of day at which the task is due first.
    public let time: TimeOfDay
    /// The words from it on, for an error.
    let words: WordReader
}
