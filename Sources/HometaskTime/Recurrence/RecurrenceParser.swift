// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// Parses the text of a rule, part by part.
struct RecurrenceParser {
    /// A part of the text, as bytes.
    private typealias Piece = ArraySlice<UInt8>

    private let text: String
    private let bytes: [UInt8]
    private var rule: RecurrenceRule?
    private var parts: [String: Piece] = [:]

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    mutating func parse() throws(RecurrenceRuleError) -> RecurrenceRule {
        guard bytes.count <= RecurrenceRule.longest else {
            throw RecurrenceRuleError(
                String(text.prefix(20)) + "…", at: RecurrenceRule.longest,
                expected: "the end: a rule has at most \(RecurrenceRule.longest) bytes", found: "more")
        }
        try split()
        guard let frequency = parts["FREQ"] else {
            throw fault(bytes[bytes.endIndex...], "FREQ=DAILY, WEEKLY, MONTHLY or YEARLY")
        }
        var rule = RecurrenceRule(try self.frequency(frequency))
        rule.interval = try number("INTERVAL", 1...RecurrenceRule.largestNumber) ?? 1
        rule.end = try end()
        rule.months = try numbers("BYMONTH", 1...12, isSigned: false)
        rule.weekNumbers = try numbers("BYWEEKNO", 1...53)
        rule.yearDays = try numbers("BYYEARDAY", 1...366)
        rule.monthDays = try numbers("BYMONTHDAY", 1...31)
        rule.positions = try numbers("BYSETPOS", 1...366)
        rule.days = try days(rule)
        if let start = parts["WKST"] { rule.weekStart = try weekday(start) }
        if let basis = parts["X-FROM"] {
            guard word(basis) == "DONE" else { throw fault(basis, "DONE") }
            rule.basis = .done
        }
        if let missed = parts["X-MISSED"] {
            guard word(missed) == "ALL" else { throw fault(missed, "ALL") }
            rule.catchesUp = true
        }
        try check(rule)
        return rule.canonical()
    }

    private mutating func split() throws(RecurrenceRuleError) {
        let prefix = Array("RRULE:".utf8)
        var rest = bytes[...]
        if rest.count >= prefix.count, zip(rest, prefix).allSatisfy({ Self.upper($0) == $1 }) {
            rest = rest.dropFirst(prefix.count)
        }
        for part in rest.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
            guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else {
                throw fault(part, "a part such as FREQ=WEEKLY")
            }
            let name = part[..<equals]
            guard Self.names.contains(word(name)) else { throw fault(name, Self.expectation(of: word(name))) }
            let value = part[(equals + 1)...]
            guard !value.isEmpty else { throw fault(value, "a value of \(word(name))") }
            guard parts.updateValue(value, forKey: word(name)) == nil else {
                throw fault(name, "\(word(name)) no more than once")
            }
        }
    }

    private static let names: Set<String> = [
        "FREQ", "INTERVAL", "COUNT", "UNTIL", "BYMONTH", "BYWEEKNO", "BYYEARDAY", "BYMONTHDAY", "BYDAY", "BYSETPOS",
        "WKST", "X-FROM", "X-MISSED",
    ]

    private static func expectation(of name: String) -> String {
        switch name {
        case "BYHOUR", "BYMINUTE", "BYSECOND": "no time of day, which the due date has, but a part about days"
        default: "the name of a part, such as FREQ, INTERVAL, BYDAY, COUNT or UNTIL"
        }
    }

    private func frequency(_ piece: Piece) throws(RecurrenceRuleError) -> RecurrenceRule.Frequency {
        if let frequency = RecurrenceRule.Frequency(rawValue: word(piece)) { return frequency }
        throw fault(piece, "DAILY, WEEKLY, MONTHLY or YEARLY")
    }

    private func number(_ name: String, _ range: ClosedRange<Int>) throws(RecurrenceRuleError) -> Int? {
        guard let piece = parts[name] else { return nil }
        guard let value = decimal(piece), range.contains(value) else {
            throw fault(piece, "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    private func numbers(
        _ name: String, _ range: ClosedRange<Int>, isSigned: Bool = true
    ) throws(RecurrenceRuleError) -> [Int] {
        guard let list = parts[name] else { return [] }
        var values: [Int] = []
        for piece in list.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let (sign, figures) = isSigned ? Self.sign(piece) : (1, piece)
            guard let value = decimal(figures), range.contains(value) else {
                let signed = isSigned ? ", or with a minus from the end" : ""
                throw fault(piece, "a number from \(range.lowerBound) to \(range.upperBound)\(signed)")
            }
            values.append(sign * value)
        }
        return values
    }

    /// Splits a piece into its sign and the remaining bytes.
    private static func sign(_ piece: Piece) -> (Int, Piece) {
        switch piece.first {
        case UInt8(ascii: "-"): (-1, piece.dropFirst())
        case UInt8(ascii: "+"): (1, piece.dropFirst())
        default: (1, piece)
        }
    }

    private func days(_ rule: RecurrenceRule) throws(RecurrenceRuleError) -> [RecurrenceRule.Day] {
        guard let list = parts["BYDAY"] else { return [] }
        var days: [RecurrenceRule.Day] = []
        for piece in list.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let weekday = try weekday(piece.suffix(2), of: piece)
            let before = piece.dropLast(2)
            guard !before.isEmpty else {
                days.append(RecurrenceRule.Day(weekday))
                continue
            }
            let (sign, figures) = Self.sign(before)
            guard let ordinal = decimal(figures), (1...53).contains(ordinal) else {
                throw fault(piece, "a weekday such as FR, 2TU or -1FR")
            }
            guard rule.frequency == .monthly || rule.frequency == .yearly, rule.weekNumbers.isEmpty else {
                throw fault(piece, "a weekday without a number, which only a month or a year has")
            }
            days.append(RecurrenceRule.Day(weekday, ordinal: sign * ordinal))
        }
        return days
    }

    private func weekday(_ piece: Piece, of whole: Piece? = nil) throws(RecurrenceRuleError) -> Weekday {
        if let index = RecurrenceRule.weekdayCodes.firstIndex(of: word(piece)), let day = Weekday(rawValue: index + 1) {
            return day
        }
        throw fault(whole ?? piece, "a weekday: MO, TU, WE, TH, FR, SA or SU")
    }

    private func end() throws(RecurrenceRuleError) -> RecurrenceRule.End {
        let count = try number("COUNT", 1...RecurrenceRule.largestNumber)
        guard let piece = parts["UNTIL"] else { return count.map { .count($0) } ?? .never }
        if count != nil { throw fault(piece, "either COUNT or UNTIL, not both") }
        let expectation = "a date such as 20261231, or a time such as 20261231T170000Z"
        guard let year = decimal(piece.prefix(4)), let month = decimal(piece.dropFirst(4).prefix(2)),
            let day = decimal(piece.dropFirst(6).prefix(2)), piece.count >= 8,
            let date = CivilDate(year: year, month: month, day: day)
        else { throw fault(piece, expectation) }
        if piece.count == 8 { return .day(date) }
        let clock = piece.dropFirst(8)
        guard Self.upper(clock.first ?? 0) == UInt8(ascii: "T"), clock.count == 7 || clock.count == 8,
            let hour = decimal(clock.dropFirst().prefix(2)), let minute = decimal(clock.dropFirst(3).prefix(2)),
            let second = decimal(clock.dropFirst(5).prefix(2)),
            let time = TimeOfDay(hour: hour, minute: minute, second: second)
        else { throw fault(piece, expectation) }
        if clock.count == 7 { return .clock(CivilTime(date: date, time: time)) }
        guard Self.upper(clock.last ?? 0) == UInt8(ascii: "Z") else { throw fault(piece, expectation) }
        return .instant(Timestamp(seconds: CivilTime(date: date, time: time).secondsOnClock))
    }

    /// Rejects combinations of parts that RFC 5545 does not allow.
    private func check(_ rule: RecurrenceRule) throws(RecurrenceRuleError) {
        func refuse(_ name: String, _ isWrong: Bool, expected: String) throws(RecurrenceRuleError) {
            if isWrong, let piece = parts[name] { throw fault(piece, expected) }
        }
        try refuse("BYWEEKNO", rule.frequency != .yearly, expected: "weeks of the year in a rule with FREQ=YEARLY only")
        try refuse("BYYEARDAY", rule.frequency != .yearly, expected: "days of the year in a rule with FREQ=YEARLY only")
        try refuse("BYMONTHDAY", rule.frequency == .weekly, expected: "no days of the month in a rule with FREQ=WEEKLY")
        let isAlone = rule.positions.isEmpty || !rule.ending(.never).namesDaysBeforePositions
        try refuse("BYSETPOS", isAlone, expected: "BYSETPOS beside a part that names days, such as BYDAY")
        try refuse(
            "X-FROM", rule.namesDays,
            expected: "an interval alone, without BY parts, in a rule that counts from when it was done"
        )
        try refuse("X-MISSED", rule.basis == .done, expected: "no X-MISSED in a rule that counts from when it was done")
    }

    private func fault(_ piece: Piece, _ expected: String) -> RecurrenceRuleError {
        RecurrenceRuleError(
            text, at: piece.startIndex, expected: expected, found: String(decoding: piece, as: UTF8.self))
    }

    private func word(_ piece: Piece) -> String {
        String(decoding: piece.map(Self.upper), as: UTF8.self)
    }

    private static func upper(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 0x20 : byte
    }
}

extension RecurrenceRule {
    /// Whether the rule has a part that BYSETPOS can select from.
    fileprivate var namesDaysBeforePositions: Bool {
        var rule = self
        rule.positions = []
        return rule.namesDays
    }
}
