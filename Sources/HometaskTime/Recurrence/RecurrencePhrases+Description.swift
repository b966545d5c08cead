// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension RecurrencePhrases {
    /// Describes a rule in words that ``parse(_:)`` parses as the same rule: `every 2 weeks on Tue, Fri`, `every month
    /// on the last day until 1 May 2027`. Nil for a rule that cannot be expressed in these words, such as every Friday
    /// the 13th.
    public func words(for rule: RecurrenceRule) -> String? {
        guard var text = beginning(of: rule) else { return nil }
        if rule.dependsOnWeekStart, rule.weekStart != dates.weekStart {
            text += " weeks from \(rule.weekStart.shortName)"
        }
        if rule.basis == .done { text += " after done" }
        if rule.catchesUp { text += " catching up" }
        if catchesUp, rule.basis == .due, !rule.catchesUp { text += " not catching up" }
        switch rule.end {
        case .never: return text
        case .count(let count): return "\(text), \(count) \(count == 1 ? "time" : "times")"
        case .day(let date): return "\(text) until \(Self.text(date))"
        case .clock: return nil
        case .instant(let instant): return "\(text) until \(instant.rfc3339)"
        }
    }

    /// The frequency and the days.
    private func beginning(of rule: RecurrenceRule) -> String? {
        if !rule.weekNumbers.isEmpty { return inWeeks(rule) }
        if rule.frequency == .weekly, rule.interval == 1, rule.months.isEmpty, rule.positions.isEmpty,
            !rule.days.isEmpty
        {
            let days = rule.days.map { $0.weekday }
            return "every " + (days == RecurrenceDraft.workdays ? "weekday" : Self.list(days.map { $0.shortName }))
        }
        if let days = anniversaries(rule) { return "\(every(rule)) on \(Self.list(days))" }
        guard let days = days(of: rule) else { return nil }
        let months = rule.months.isEmpty ? "" : " in \(Self.list(rule.months.map(Self.name(ofMonth:))))"
        return every(rule) + months + (days.isEmpty ? "" : " on \(days)")
    }

    private func every(_ rule: RecurrenceRule) -> String {
        let unit =
            switch rule.frequency {
            case .daily: "day"
            case .weekly: "week"
            case .monthly: "month"
            case .yearly: "year"
            }
        return rule.interval == 1 ? "every \(unit)" : "every \(rule.interval) \(unit)s"
    }

    private func inWeeks(_ rule: RecurrenceRule) -> String? {
        guard rule.weekNumbers.allSatisfy({ $0 > 0 }), rule.months.isEmpty, rule.yearDays.isEmpty,
            rule.monthDays.isEmpty, rule.positions.isEmpty
        else { return nil }
        let weeks = Self.list(rule.weekNumbers.map { "\($0)" })
        let days = Self.list(rule.days.map { $0.weekday.shortName })
        return "\(every(rule)) in week \(weeks)" + (days.isEmpty ? "" : " on \(days)")
    }

    /// The days of a yearly rule, such as `29 Feb`.
    private func anniversaries(_ rule: RecurrenceRule) -> [String]? {
        guard rule.frequency == .yearly, rule.yearDays.isEmpty, rule.days.isEmpty, rule.positions.isEmpty,
            !rule.months.isEmpty, !rule.monthDays.isEmpty, rule.months.count * rule.monthDays.count <= 12
        else { return nil }
        let pairs = rule.months.flatMap { month in rule.monthDays.map { (month, $0) } }
        guard pairs.allSatisfy({ CivilDate(year: 2_000, month: $0.0, day: $0.1) != nil }) else { return nil }
        return pairs.map { "\($0.1) \(Self.name(ofMonth: $0.0))" }
    }

    /// The days, empty if the rule names none; nil if they cannot be put into words.
    private func days(of rule: RecurrenceRule) -> String? {
        let isOfYear = rule.frequency == .yearly && rule.months.isEmpty
        let sorts = [rule.yearDays.isEmpty, rule.monthDays.isEmpty, rule.days.isEmpty].count { !$0 }
        guard sorts <= 1, isOfYear || rule.yearDays.isEmpty, !isOfYear || rule.monthDays.isEmpty else { return nil }
        if let day = rule.monthEnd { return "the \(Self.place(day)) or last day" }
        if !rule.positions.isEmpty { return choice(rule) }
        if sorts == 0 { return "" }
        if !rule.yearDays.isEmpty { return Self.places(rule.yearDays) + " day" }
        if !rule.monthDays.isEmpty {
            return Self.places(rule.monthDays) + (rule.monthDays.contains { $0 < 0 } ? " day" : "")
        }
        return weekdays(rule, isOfYear: isOfYear)
    }

    private func weekdays(_ rule: RecurrenceRule, isOfYear: Bool) -> String? {
        let counted = rule.days.filter { $0.ordinal != nil }
        if counted.isEmpty { return isOfYear ? nil : Self.list(rule.days.map({ $0.weekday.shortName })) }
        guard counted.count == rule.days.count, isOfYear || counted.allSatisfy({ abs($0.ordinal ?? 0) <= 5 }) else {
            return nil
        }
        return "the " + Self.list(counted.map { "\(Self.place($0.ordinal ?? 0)) \($0.weekday.shortName)" })
    }

    /// `the last weekday`, `the 1st and last of Mon, Tue`.
    private func choice(_ rule: RecurrenceRule) -> String? {
        guard rule.frequency != .daily, !rule.days.isEmpty, rule.days.allSatisfy({ $0.ordinal == nil }),
            rule.frequency != .yearly || rule.months.count <= 1
        else { return nil }
        let days = rule.days.map { $0.weekday }
        let places = Self.places(rule.positions)
        if days == RecurrenceDraft.workdays { return "\(places) weekday" }
        return "\(places) of \(Self.list(days.map { $0.shortName }))"
    }

    /// `the 1st, 15th and last`: a comma before a place from the end could be overlooked.
    private static func places(_ numbers: [Int]) -> String {
        var text = "the"
        for (index, number) in numbers.enumerated() {
            text += index == 0 ? " " : number < 0 || index == numbers.count - 1 ? " and " : ", "
            text += place(number)
        }
        return text
    }

    /// `1st`, `last`, `2nd last`.
    private static func place(_ number: Int) -> String {
        if number == -1 { return "last" }
        let size = abs(number)
        let ending =
            switch (size % 100, size % 10) {
            case (11...13, _): "th"
            case (_, 1): "st"
            case (_, 2): "nd"
            case (_, 3): "rd"
            default: "th"
            }
        return "\(size)\(ending)" + (number < 0 ? " last" : "")
    }

    private static func list(_ words: [String]) -> String { words.joined(separator: ", ") }

    private static func name(ofMonth month: Int) -> String {
        CivilDate(unchecked: 2_000, month: month, day: 1).shortMonthName
    }

    /// `1 May 2027`; in digits if the year could be mistaken for a time.
    private static func text(_ date: CivilDate) -> String {
        date.year < 1_900 ? date.description : "\(date.day) \(date.shortMonthName) \(date.year)"
    }
}
