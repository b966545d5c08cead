// SPDX-License-Identifier: Apache-2.0

extension CivilDate {
    /// Days since 1970-01-01, negative before it.
    public var dayNumber: Int {
        Self.dayNumber(year: year, month: month, day: day)
    }

    /// The date a number of days after 1970-01-01, clamped to ``earliest`` and ``latest``.
    public init(dayNumber: Int) {
        let bounded = min(max(dayNumber, Self.earliestNumber), Self.latestNumber)
        // Counted in eras of 400 years that begin on 1 March, so that a leap day is the last day of its year.
        let days = bounded + 719_468
        let era = floorQuotient(days, 146_097)
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        self.init(
            unchecked: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
            month: month,
            day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    static let earliestNumber = dayNumber(year: 0, month: 1, day: 1)
    static let latestNumber = dayNumber(year: 9999, month: 12, day: 31)

    /// Returns the day number of a day, even outside the range of dates, because zone rules look a year past either
    /// end.
    static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = floorQuotient(shifted, 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

/// The quotient rounded towards negative infinity, for a positive divisor.
func floorQuotient<I: BinaryInteger>(_ value: I, _ divisor: I) -> I {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
}

/// The remainder of ``floorQuotient(_:_:)``: at least 0 and less than the divisor.
func floorRemainder<I: BinaryInteger>(_ value: I, _ divisor: I) -> I {
    let remainder = value % divisor
    return remainder < 0 ? remainder + divisor : remainder
}
