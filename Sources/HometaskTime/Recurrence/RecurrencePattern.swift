// SPDX-License-Identifier: Apache-2.0

/// The pattern of days that a rule names within its periods.
struct RecurrencePattern {
    private let rule: RecurrenceRule
    let months: Set<Int>
    private let weekNumbers: Set<Int>
    private let yearDays: Set<Int>
    private let monthDays: Set<Int>
    private let weekdays: Set<Weekday>
    private let ordinals: Set<RecurrenceRule.Day>

    /// Creates the pattern of a rule. Unspecified parts are taken from the start: a yearly rule that begins on 29
    /// February names 29 February.
    init(_ rule: RecurrenceRule, from start: CivilDate) {
        self.rule = rule
        var (months, monthDays, days) = (rule.months, rule.monthDays, rule.days)
        if rule.weekNumbers.isEmpty, rule.yearDays.isEmpty, monthDays.isEmpty, days.isEmpty {
            switch rule.frequency {
            case .yearly:
                if months.isEmpty { months = [start.month] }
                monthDays = [start.day]
            case .monthly: monthDays = [start.day]
            case .weekly: days = [RecurrenceRule.Day(start.weekday)]
            case .daily: break
            }
        }
        self.months = Set(months)
        self.monthDays = Set(monthDays)
        weekNumbers = Set(rule.weekNumbers)
        yearDays = Set(rule.yearDays)
        weekdays = Set(days.filter { $0.ordinal == nil }.map { $0.weekday })
        ordinals = Set(days.filter { $0.ordinal != nil })
    }

    /// Whether the rule names a day.
    func names(_ date: CivilDate) -> Bool {
        guard months.isEmpty || months.contains(date.month) else { return false }
        let length = CivilDate.daysInMonth(date.month, of: date.year)
        guard monthDays.isEmpty || monthDays.contains(date.day) || monthDays.contains(date.day - length - 1) else {
            return false
        }
        return namesWeekday(date) && namesDayOfYear(date) && namesWeek(date)
    }

    private func namesWeekday(_ date: CivilDate) -> Bool {
        if weekdays.isEmpty, ordinals.isEmpty { return true }
        let weekday = date.weekday
        if weekdays.contains(weekday) { return true }
        if ordinals.isEmpty { return false }
        let isOfMonth = rule.frequency == .monthly || !months.isEmpty
        let day = isOfMonth ? date.day : date.dayOfYear
        let length = isOfMonth ? CivilDate.daysInMonth(date.month, of: date.year) : date.daysInYear
        return ordinals.contains(.init(weekday, ordinal: (day - 1) / 7 + 1))
            || ordinals.contains(.init(weekday, ordinal: -((length - day) / 7 + 1)))
    }

    private func namesDayOfYear(_ date: CivilDate) -> Bool {
        if yearDays.isEmpty { return true }
        let day = date.dayOfYear
        return yearDays.contains(day) || yearDays.contains(day - date.daysInYear - 1)
    }

    private func namesWeek(_ date: CivilDate) -> Bool {
        if weekNumbers.isEmpty { return true }
        // A week belongs to the year that contains its middle, and so four of its days.
        let middle = date.startOfWeek(rule.weekStart).adding(days: 3)
        let number = (middle.dayOfYear - 1) / 7 + 1
        if weekNumbers.contains(number) { return true }
        let fromEnd = -((middle.daysInYear - middle.dayOfYear) / 7 + 1)
        return weekNumbers.contains(fromEnd)
    }
}

extension CivilDate {
    /// The number of the day in its year, from 1.
    fileprivate var dayOfYear: Int { startOfYear.days(until: self) + 1 }

    fileprivate var daysInYear: Int { Self.isLeap(year) ? 366 : 365 }
}
