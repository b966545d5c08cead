// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension RecurrenceRule {
    /// The maximum length of a rule's text in bytes, in documents too.
    public static let longest = 500
    /// The largest INTERVAL and COUNT.
    static let largestNumber = 999_999

    static let weekdayCodes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    /// Parses a rule in the form of RFC 5545, `FREQ=WEEKLY;BYDAY=TU,FR`, in any letter case, with or without a leading
    /// `RRULE:`.
    ///
    /// - Throws: ``RecurrenceRuleError``, with the position of the error. Combinations that RFC 5545 does not allow
    ///   (days of the month in a weekly rule) are rejected.
    public init(_ text: String) throws(RecurrenceRuleError) {
        var parser = RecurrenceParser(text)
        self = try parser.parse()
    }

    /// The text of the rule in the form of RFC 5545, the same for equal rules, without `RRULE:`, followed by the parts
    /// that only hometask supports.
    public var description: String { (standardParts + ownParts).joined(separator: ";") }

    /// The rule without hometask's own parts, for programs that would reject them.
    public var standardText: String { standardParts.joined(separator: ";") }

    private var ownParts: [String] {
        (basis == .done ? ["X-FROM=DONE"] : []) + (catchesUp ? ["X-MISSED=ALL"] : [])
    }

    private var standardParts: [String] {
        var parts = ["FREQ=\(frequency.rawValue)"]
        if let text = Self.text(end) { parts.append(text) }
        if interval > 1 { parts.append("INTERVAL=\(interval)") }
        for (name, numbers) in [
            ("BYMONTH", months), ("BYWEEKNO", weekNumbers), ("BYYEARDAY", yearDays), ("BYMONTHDAY", monthDays),
        ] where !numbers.isEmpty { parts.append("\(name)=\(Self.list(numbers))") }
        if !days.isEmpty { parts.append("BYDAY=\(days.map(Self.text).joined(separator: ","))") }
        if !positions.isEmpty { parts.append("BYSETPOS=\(Self.list(positions))") }
        if weekStart != .monday { parts.append("WKST=\(Self.weekdayCodes[weekStart.rawValue - 1])") }
        return parts
    }

    private static func list(_ numbers: [Int]) -> String {
        numbers.map { "\($0)" }.joined(separator: ",")
    }

    private static func text(_ day: Day) -> String {
        (day.ordinal.map { "\($0)" } ?? "") + weekdayCodes[day.weekday.rawValue - 1]
    }

    private static func text(_ end: End) -> String? {
        switch end {
        case .never: nil
        case .count(let count): "COUNT=\(count)"
        case .day(let date): "UNTIL=\(basic(date))"
        case .clock(let civil): "UNTIL=\(basic(civil))"
        case .instant(let instant): "UNTIL=\(basic(CivilTime(secondsOnClock: instant.seconds)))Z"
        }
    }

    /// The basic form of ISO 8601.
    private static func basic(_ date: CivilDate) -> String {
        digits(date.year, 4) + digits(date.month, 2) + digits(date.day, 2)
    }

    private static func basic(_ civil: CivilTime) -> String {
        basic(civil.date) + "T" + digits(civil.time.hour, 2) + digits(civil.time.minute, 2)
            + digits(civil.time.second, 2)
    }
}

/// The reason why a text is not a supported RFC 5545 rule.
///
/// The strings contain the input and must be escaped before they are shown on a terminal.
public struct RecurrenceRuleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The input, truncated if it is too long.
    public let text: String
    /// The position of the error, in bytes from the start of the text.
    public let offset: Int
    /// The expected text, phrased to follow ‘expected’.
    public let expected: String
    /// The text at this position; empty at the end.
    public let found: String

    init(_ text: String, at offset: Int, expected: String, found: String) {
        self.text = text
        self.offset = offset
        self.expected = expected
        self.found = found
    }

    /// The problem: the expected and the actual text.
    public var description: String {
        let found = found.isEmpty ? "nothing" : "‘\(found)’"
        return "‘\(text)’ is not a rule: expected \(expected), found \(found)"
    }
}
