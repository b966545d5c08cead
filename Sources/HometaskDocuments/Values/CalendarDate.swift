// SPDX-License-Identifier: Apache-2.0

/// A day in the proleptic Gregorian calendar, years 0000 to 9999.
struct CalendarDate: Hashable {
    let year: Int
    let month: Int
    let day: Int

    /// Parses a day in the form `YYYY-MM-DD`; nil for anything else, and for days that do not exist.
    init?(ascii bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = Int(asciiDigits: bytes[0..<4]),
            let month = Int(asciiDigits: bytes[5..<7]), (1...12).contains(month),
            let day = Int(asciiDigits: bytes[8..<10]), day >= 1, day <= Self.days(inMonth: month, of: year)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Creates the date that lies a number of days after 1970-01-01.
    init(daysSince1970: Int) {
        // Years are counted from March, so that the leap day is the last day of a year, and in eras of 400 years.
        let days = daysSince1970 + Self.daysFromMarch0000To1970
        let era = (days - (days < 0 ? Self.daysPerEra - 1 : 0)) / Self.daysPerEra
        let dayOfEra = days - era * Self.daysPerEra
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }

    var daysSince1970: Int {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let era = (yearFromMarch - (yearFromMarch < 0 ? 399 : 0)) / 400
        let yearOfEra = yearFromMarch - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysPerEra + dayOfEra - Self.daysFromMarch0000To1970
    }

    /// Writes the form `YYYY-MM-DD` in ASCII to the first ten bytes of a buffer.
    func writeDigits(to text: UnsafeMutableBufferPointer<UInt8>) {
        text.writeTwoDigits(of: year / 100, at: 0)
        text.writeTwoDigits(of: year % 100, at: 2)
        text[4] = UInt8(ascii: "-")
        text.writeTwoDigits(of: month, at: 5)
        text[7] = UInt8(ascii: "-")
        text.writeTwoDigits(of: day, at: 8)
    }

    private static let daysPerEra = 146_097
    private static let daysFromMarch0000To1970 = 719_468

    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
