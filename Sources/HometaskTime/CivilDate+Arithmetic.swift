// SPDX-License-Identifier: Apache-2.0

extension CivilDate {
    /// Returns the date a number of days later, or earlier if the number is negative.
    public func adding(days: Int) -> CivilDate {
        let (sum, overflow) = dayNumber.addingReportingOverflow(days)
        if overflow { return days < 0 ? .earliest : .latest }
        return CivilDate(dayNumber: sum)
    }

    /// Adds months, clamping the day to the last day of the resulting month: a month after 31 January is 28 or 29
    /// February.
    public func adding(months: Int) -> CivilDate {
        let (sum, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
        if overflow { return months < 0 ? .earliest : .latest }
        let newYear = floorQuotient(sum, 12)
        if newYear < 0 { return .earliest }
        if newYear > 9999 { return .latest }
        let newMonth = floorRemainder(sum, 12) + 1
        return CivilDate(unchecked: newYear, month: newMonth, day: min(day, Self.daysInMonth(newMonth, of: newYear)))
    }

    /// Adds years; 29 February becomes 28 February in common years.
    public func adding(years: Int) -> CivilDate {
        let (months, overflow) = years.multipliedReportingOverflow(by: 12)
        if overflow { return years < 0 ? .earliest : .latest }
        return adding(months: months)
    }

    /// The number of days from this date to another; negative if the other is earlier.
    public func days(until other: CivilDate) -> Int {
        other.dayNumber - dayNumber
    }

    /// The first day of the week that contains this date.
    public func startOfWeek(_ weekStart: Weekday) -> CivilDate {
        adding(days: -weekStart.days(until: weekday))
    }

    /// The first day of the month that contains this date.
    public var startOfMonth: CivilDate { CivilDate(unchecked: year, month: month, day: 1) }

    /// The last day of the month that contains this date.
    public var endOfMonth: CivilDate {
        CivilDate(unchecked: year, month: month, day: Self.daysInMonth(month, of: year))
    }

    /// 1 January of the year that contains this date.
    public var startOfYear: CivilDate { CivilDate(unchecked: year, month: 1, day: 1) }

    /// 31 December of the year that contains this date.
    public var endOfYear: CivilDate { CivilDate(unchecked: year, month: 12, day: 31) }
}
