// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension DateParser {
    /// Parses a span of time. `this week`, `next month`, `last year`, `november` and `nov 2026` cover the whole period;
    /// `week`, `month` and `year` mean the current one. Any other text is read by `parse`.
    ///
    /// - Throws: `DateParserError`, with the position of the first word that cannot be parsed.
    public func span(_ text: String) throws(DateParserError) -> DateSpan {
        if text.utf8.count <= Self.longest, let days = days(text) { return .days(days.first, days.last) }
        switch try parse(text) {
        case .day(let date): return .days(date, date)
        case .instant(let instant): return .instant(instant)
        }
    }

    /// Whether a text consists only of a duration, such as `7d` or `2 weeks`.
    public static func isLength(_ text: String, in language: DateLanguage? = nil) -> Bool {
        guard text.utf8.count <= longest else { return false }
        var words = WordReader(text, in: language)
        return (try? words.length()) ?? nil != nil && words.isAtEnd
    }

    private func days(_ text: String) -> (first: CivilDate, last: CivilDate)? {
        var words = WordReader(text, in: language)
        let ahead = words.takeWords("next") ? 1 : words.takeWords("last") ? -1 : 0
        if ahead == 0 { _ = words.takeWords("this") }
        if let span = span(&words, ahead: ahead) { return words.isAtEnd ? span : nil }
        words = WordReader(text, in: language)
        guard let month = words.month() else { return nil }
        let year = words.year()
        // The first day of the current month may be past, but the month is not.
        if words.isAtEnd, year == nil, month == today.month { return (today.startOfMonth, today.endOfMonth) }
        guard words.isAtEnd, case .day(let first) = try? parse(text) else { return nil }
        return (first, first.endOfMonth)
    }
}

/// An inclusive range of days, or an instant.
public enum DateSpan: Hashable, Sendable {
    /// The days from the first to the last; both may be the same day.
    case days(CivilDate, CivilDate)
    /// A single instant, which is both the start and the end.
    case instant(Timestamp)

    /// The first instant of the span in a zone.
    public func start(in zone: TimeZoneRules) -> Timestamp {
        switch self {
        case .days(let first, _): zone.startOfDay(first)
        case .instant(let instant): instant
        }
    }

    /// The last second of the span in a zone.
    public func end(in zone: TimeZoneRules) -> Timestamp {
        switch self {
        case .days(_, .latest): Timestamp(seconds: .max)
        case .days(_, let last): Timestamp(seconds: zone.startOfDay(last.adding(days: 1)).seconds - 1)
        case .instant(let instant): instant
        }
    }
}
