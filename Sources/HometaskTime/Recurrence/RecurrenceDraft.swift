// SPDX-License-Identifier: Apache-2.0

/// A rule while its words are read, before it is clear whether they apply to a week, a month or a year.
struct RecurrenceDraft {
    var frequency: RecurrenceRule.Frequency
    var interval = 1
    var basis = RecurrenceRule.Basis.due
    var weekStart: Weekday?
    /// Whether missed times have to be made up for; nil if unspecified.
    private(set) var catchesUp: Bool?
    private(set) var time: RecurrenceTime?
    private(set) var end = RecurrenceRule.End.never
    private var months: [Int] = []
    private var weekNumbers: [Int] = []
    /// Weekdays without a number, as in `on tue, fri`; if ``positions`` is not empty, the weekdays that it selects
    /// from.
    private var weekdays: [Weekday] = []
    /// `on the 2nd tue`.
    private var counted: [RecurrenceRule.Day] = []
    /// `on the 15th`, `on the last day`.
    private var places: [Int] = []
    /// Whether a position without ‘day’ after it was given; in a year, it has no meaning.
    private var hasBarePlace = false
    /// `on the 30th or last day`.
    private var monthEnd: Int?
    /// `on the last of mon, tue`.
    private var positions: [Int] = []
    /// Days of a named month, as in `on 29 feb`; each exists at least in leap years.
    private var anniversaries: [(month: Int, day: Int)] = []

    static let workdays: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday]
    static let weekend: [Weekday] = [.saturday, .sunday]

    /// Reads the frequency: `daily` and similar words, or `every` and its unit.
    init(beginning words: inout WordReader) throws(RecurrencePhraseError) {
        frequency = .daily
        let adverbs: [(String, RecurrenceRule.Frequency, Int)] = [
            ("daily", .daily, 1), ("weekly", .weekly, 1), ("fortnightly", .weekly, 2), ("monthly", .monthly, 1),
            ("yearly", .yearly, 1), ("annually", .yearly, 1),
        ]
        for (word, frequency, interval) in adverbs where words.takeWords(word) {
            (self.frequency, self.interval) = (frequency, interval)
            return
        }
        guard words.takeWords("every") || words.takeWords("each") else {
            throw words.ruleFault("a rule begins with ‘every’, or is ‘daily’, ‘weekly’, ‘monthly’ or ‘yearly’")
        }
        try takeUnit(&words)
    }

    /// Reads the words after `every`: a unit, with or without a number, or days.
    private mutating func takeUnit(_ words: inout WordReader) throws(RecurrencePhraseError) {
        let start = words
        if let amounts = words.amounts(), amounts.found.count == 1, let (count, unit) = amounts.found.first {
            (interval, frequency) = (count, try Self.frequency(unit, at: start))
            return words.advance(amounts.words)
        }
        if words.takeWords("other") { interval = 2 }
        if let unit = words.peek().flatMap({ TimeUnit($0) }) {
            frequency = try Self.frequency(unit, at: words)
            return words.advance()
        }
        if interval == 1, let number = words.place(), number > 0, let unit = words.peek().flatMap({ TimeUnit($0) }),
            words.peek(1) != "of"
        {
            (interval, frequency) = (number, try Self.frequency(unit, at: words))
            return words.advance()
        }
        words = start
        if words.takeWords("other") { interval = 2 }
        if ["weekday", "weekdays", "workday", "workdays"].contains(where: { words.takeWords($0) }) {
            return (frequency, weekdays) = (.weekly, Self.workdays)
        }
        if words.takeWords("weekend") || words.takeWords("weekends") {
            return (frequency, weekdays) = (.weekly, Self.weekend)
        }
        weekdays = words.weekdays()
        if !weekdays.isEmpty { return frequency = .weekly }
        guard interval == 1, !words.isAtEnd else {
            throw words.ruleFault("a number and a unit, or weekdays, should follow ‘every’")
        }
        frequency = .monthly
        // After a number, the error names the word that should be a unit.
        var unit = words
        if unit.peek().flatMap({ decimal($0.utf8) }) != nil { unit.advance() }
        guard try takeNamedDaysIfAny(&words) else {
            throw unit.ruleFault("a number and a unit, or weekdays, should follow ‘every’")
        }
        if !months.isEmpty || !anniversaries.isEmpty { frequency = .yearly }
        let isAmbiguous = counted.contains { ($0.ordinal ?? 0) > 0 } && words.peek() != "of"
        if isAmbiguous, frequency == .monthly, !isOfMonth {
            throw start.ruleFault(
                "this could be in a month or in intervals; write ‘every month on the …’ or ‘every 2 weeks on …’")
        }
    }

    /// Whether the text contains `of the month`.
    private var isOfMonth = false

    private static func frequency(
        _ unit: TimeUnit, at words: WordReader
    ) throws(RecurrencePhraseError) -> RecurrenceRule.Frequency {
        switch unit {
        case .day: .daily
        case .week: .weekly
        case .month: .monthly
        case .year: .yearly
        case .minute, .hour: throw words.ruleFault("a task recurs by days, weeks, months or years")
        }
    }

    /// Reads the time of day after `at`, such as `7:30`.
    ///
    /// - Throws: if no time follows, or if the rule already has one.
    mutating func setTime(_ words: inout WordReader, from start: WordReader) throws(RecurrencePhraseError) {
        if time != nil { throw start.ruleFault("the rule already has a time of day") }
        do throws(DateParserError) {
            time = RecurrenceTime(time: try words.requiredTime(), words: start)
        } catch {
            throw RecurrencePhraseError(error)
        }
    }

    mutating func setCatchesUp(_ catchesUp: Bool, at words: WordReader) throws(RecurrencePhraseError) {
        if self.catchesUp != nil { throw words.ruleFault("the rule already says whether it catches up") }
        self.catchesUp = catchesUp
    }

    mutating func setEnd(_ end: RecurrenceRule.End, at words: WordReader) throws(RecurrencePhraseError) {
        if self.end != .never { throw words.ruleFault("the rule already has an end") }
        self.end = end
    }

    /// Takes the words after `on`, `in` or `of`; throws an error if none of the three follows.
    mutating func takeDays(_ words: inout WordReader) throws(RecurrencePhraseError) {
        if words.takeWords("on") { return try takeNamedDays(&words) }
        if words.takeWords("of") || words.takeWords("in") { return try takeMonths(&words) }
        throw words.ruleFault("‘on’, ‘in’, ‘at’, ‘after done’, ‘catching up’, ‘until’ or a number of times can follow")
    }

    /// `march`, `jun, jul`, `the month`, `every month`, `week 20`.
    private mutating func takeMonths(_ words: inout WordReader) throws(RecurrencePhraseError) {
        _ = words.takeWords("the")
        if words.takeWords("month") { return isOfMonth = true }
        if words.takeWords("year") { return frequency = .yearly }
        if words.takeWords("week") || words.takeWords("weeks") { return try takeWeeks(&words) }
        let found = words.months()
        guard !found.isEmpty else { throw words.ruleFault("a month is expected there") }
        months += found
    }

    private mutating func takeWeeks(_ words: inout WordReader) throws(RecurrencePhraseError) {
        repeat {
            words.skipAnd()
            guard let number = words.peek().flatMap({ decimal($0.utf8) }), (1...53).contains(number) else {
                throw words.ruleFault("the number of a week, 1 to 53, is expected there")
            }
            weekNumbers.append(number)
            words.advance()
        } while words.peek().flatMap({ decimal($0.utf8) }) != nil && !["times", "time"].contains(words.peek(1))
    }

    /// Reads at least one day.
    private mutating func takeNamedDays(_ words: inout WordReader) throws(RecurrencePhraseError) {
        guard try takeNamedDaysIfAny(&words) else {
            throw words.ruleFault("a day is expected there: a weekday, ‘the 15th’, ‘the last day’, ‘29 feb’")
        }
    }

    /// Reads the days; false if something else follows.
    private mutating func takeNamedDaysIfAny(_ words: inout WordReader) throws(RecurrencePhraseError) -> Bool {
        var isFirst = true
        while true {
            var ahead = words
            if !isFirst { ahead.skipAnd() }
            _ = ahead.takeWords("the")
            guard try takeDay(&ahead) else { break }
            (words, isFirst) = (ahead, false)
        }
        if isFirst { return false }
        if words.peek() == "of" || words.peek() == "in" {
            words.advance()
            try takeMonths(&words)
        }
        return true
    }

    /// Reads one day; false if something else follows.
    private mutating func takeDay(_ words: inout WordReader) throws(RecurrencePhraseError) -> Bool {
        if words.takeWords("weekdays") || words.takeWords("workdays") {
            weekdays += Self.workdays
            return true
        }
        if words.takeWords("weekends") {
            weekdays += Self.weekend
            return true
        }
        let plain = words.weekdays()
        weekdays += plain
        if !plain.isEmpty { return true }
        if try takeAnniversary(&words) { return true }
        return try takePlaces(&words)
    }

    /// `29 feb`, `feb 29`, `29th of february`.
    private mutating func takeAnniversary(_ words: inout WordReader) throws(RecurrencePhraseError) -> Bool {
        let start = words
        var ahead = words
        if let day = ahead.dayOfMonth() {
            _ = ahead.takeWords("of")
            _ = ahead.takeWords("the")
            guard let month = ahead.month() else { return false }
            try append(day, month, at: start)
        } else {
            guard let month = ahead.month() else { return false }
            guard let day = ahead.dayOfMonth() else { throw ahead.ruleFault("a day of the month should follow") }
            try append(day, month, at: start)
        }
        words = ahead
        return true
    }

    private mutating func append(_ day: Int, _ month: Int, at words: WordReader) throws(RecurrencePhraseError) {
        // 2000 was a leap year, so a day missing from it exists in no year.
        guard CivilDate(year: 2_000, month: month, day: day) != nil else {
            throw words.ruleFault(CivilDate.absence(day: day, month: month))
        }
        anniversaries.append((month, day))
    }

    /// `1st and 3rd tue`, `last day`, `first weekday`, `last of mon, tue`, `15th`.
    private mutating func takePlaces(_ words: inout WordReader) throws(RecurrencePhraseError) -> Bool {
        let start = words
        var found: [Int] = []
        while true {
            var ahead = words
            if !found.isEmpty { ahead.skipAnd() }
            _ = ahead.takeWords("the")
            guard let place = ahead.place() else { break }
            found.append(place)
            words = ahead
        }
        if found.isEmpty { return false }
        if words.takeWords("or", "last", "day") || words.takeWords("or", "the", "last", "day") {
            guard places.isEmpty, found.count == 1, (29...31).contains(found[0]) else {
                throw start.ruleFault("‘or last day’ can follow the 29th, 30th or 31st")
            }
            monthEnd = found[0]
            return true
        }
        if words.takeWords("weekday") || words.takeWords("workday") {
            try choose(found, of: Self.workdays, at: start)
        } else if words.takeWords("weekend", "day") {
            try choose(found, of: Self.weekend, at: start)
        } else if words.takeWords("day") {
            places += found
        } else if let day = words.weekday() {
            counted += found.map { RecurrenceRule.Day(day, ordinal: $0) }
        } else {
            var ahead = words
            if ahead.takeWords("of"), case let days = ahead.weekdays(), !days.isEmpty {
                words = ahead
                try choose(found, of: days, at: start)
            } else {
                guard found.allSatisfy({ $0 > 0 }) else { throw words.ruleFault("a weekday or ‘day’ should follow") }
                places += found
                hasBarePlace = true
            }
        }
        return true
    }

    private mutating func choose(
        _ places: [Int], of days: [Weekday], at words: WordReader
    ) throws(RecurrencePhraseError) {
        guard positions.isEmpty, weekdays.isEmpty else { throw words.ruleFault("only one choice of days can be made") }
        (positions, weekdays) = (places, days)
    }
}

extension RecurrenceDraft {
    /// The complete rule.
    ///
    /// - Parameters:
    ///   - catchesUp: whether missed times have to be made up for if the text does not say.
    ///   - words: the text, read to its end, for errors about the whole text.
    func rule(
        weekStart start: Weekday, catchesUp usual: Bool, end words: WordReader
    ) throws(RecurrencePhraseError) -> RecurrenceRule {
        var rule = RecurrenceRule(frequency, interval: interval, basis: basis).ending(end)
        rule.weekStart = weekStart ?? start
        rule.months = months
        rule.weekNumbers = weekNumbers
        rule.days = weekdays.map { RecurrenceRule.Day($0) } + counted
        rule.positions = positions
        if frequency == .yearly, months.isEmpty { rule.yearDays = places } else { rule.monthDays = places }
        if let monthEnd { try takeMonthEnd(monthEnd, into: &rule, at: words) }
        if !anniversaries.isEmpty { try takeAnniversaries(into: &rule, words) }
        if let reason = fault(in: rule) { throw words.ruleFault(reason) }
        return rule.catchingUp(catchesUp ?? usual).canonical()
    }

    private func takeMonthEnd(
        _ day: Int, into rule: inout RecurrenceRule, at words: WordReader
    ) throws(RecurrencePhraseError) {
        guard !rule.namesDays || rule.days.isEmpty && rule.monthDays.isEmpty && rule.positions.isEmpty,
            frequency == .monthly || frequency == .yearly && months == [2]
        else { throw words.ruleFault("‘or last day’ stands alone in ‘every month on …’") }
        rule.setMonthEnd(day)
    }

    private func takeAnniversaries(
        into rule: inout RecurrenceRule, _ words: WordReader
    ) throws(RecurrencePhraseError) {
        let (months, days) = (Set(anniversaries.map { $0.month }), Set(anniversaries.map { $0.day }))
        let isWhole = months.allSatisfy { month in
            days.allSatisfy { day in anniversaries.contains { $0 == (month, day) } }
        }
        guard isWhole, rule.months.isEmpty, places.isEmpty else {
            throw words.ruleFault("one rule cannot have different days in different months; make a task for each")
        }
        guard frequency == .yearly else { throw words.ruleFault("a day with its month is of ‘every year’") }
        rule.months = Array(months)
        rule.monthDays = Array(days)
    }

    /// The error in the combination of the named parts; nil if there is none.
    private func fault(in rule: RecurrenceRule) -> String? {
        let isLarge = frequency == .yearly && months.isEmpty
        if interval < 1 || interval > 9_999 { return "the number after ‘every’ can be 1 to 9999" }
        if basis == .done, catchesUp == true { return "a rule ‘after done’ has no missed times to catch up on" }
        if basis == .done, rule.namesDays { return "a rule ‘after done’ is a length of time, without days" }
        if !weekNumbers.isEmpty, frequency != .yearly { return "weeks with a number are of ‘every year’" }
        if !weekNumbers.isEmpty, !counted.isEmpty || !positions.isEmpty {
            return "in a week with a number every weekday is there once"
        }
        if frequency == .weekly, !rule.monthDays.isEmpty || !counted.isEmpty {
            return "a week has no such day; write ‘every month on …’"
        }
        if frequency == .daily, !counted.isEmpty || !positions.isEmpty {
            return "a day has no such days; write ‘every month on …’"
        }
        if isLarge, hasBarePlace { return "it is not said of which month" }
        if isLarge, weekNumbers.isEmpty, positions.isEmpty, !weekdays.isEmpty {
            return "a year has many such days; write ‘every week’, or which of them"
        }
        if frequency == .yearly, months.count > 1, !positions.isEmpty {
            return "a choice in several months is of ‘every month in …’"
        }
        if !counted.isEmpty, !weekdays.isEmpty { return "some of the weekdays have no number; say which one is meant" }
        let ordinals = counted.compactMap { $0.ordinal }
        if ordinals.contains(where: { abs($0) > (isLarge ? 53 : 5) }) {
            return "a \(isLarge ? "year has at most 53" : "month has at most 5") of each weekday"
        }
        if places.contains(where: { abs($0) > (isLarge ? 366 : 31) }) { return "there is no such day" }
        if positions.contains(where: { abs($0) > 366 }) { return "there are not so many days" }
        return nil
    }
}
