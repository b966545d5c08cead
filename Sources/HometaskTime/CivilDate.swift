// SPDX-License-Identifier: Apache-2.0

/// A day of the proleptic Gregorian calendar, without a time or a zone, as in "due on 21 November".
///
/// The years are 0000 to 9999: the range of four-digit years in ISO 8601 and of `Timestamp`. Arithmetic is clamped to
/// this range, as for a timestamp.
public struct CivilDate: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The year, 0 to 9999; the year 0 is 1 BC.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// 0000-01-01, the earliest date.
    public static let earliest = CivilDate(unchecked: 0, month: 1, day: 1)
    /// 9999-12-31, the latest date.
    public static let latest = CivilDate(unchecked: 9999, month: 12, day: 31)

    /// Creates a date from year, month and day; nil if no such day exists.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month),
            day >= 1, day <= Self.daysInMonth(month, of: year)
        else { return nil }
        self.init(unchecked: year, month: month, day: day)
    }

    init(unchecked year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Earlier days come first.
    public static func < (left: CivilDate, right: CivilDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    /// The day of the week.
    public var weekday: Weekday {
        let fromMonday = floorRemainder(dayNumber + 3, 7)
        return Weekday(rawValue: fromMonday + 1) ?? .monday
    }

    /// The number of days in a month of a year; 0 for a month that does not exist.
    public static func daysInMonth(_ month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        case 1...12: 31
        default: 0
        }
    }

    /// Whether a year is a leap year.
    public static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }
}

extension CivilDate {
    /// The English name of a month, capitalised.
    static func title(ofMonth month: Int) -> String {
        let name = monthNames[month - 1]
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    /// Returns the error message for a day that a month lacks, in a given year or in every year.
    static func absence(day: Int, month: Int, year: Int? = nil) -> String {
        let name = title(ofMonth: month) + (year.map { " \(digits($0, 4))" } ?? "")
        return "there is no \(day) \(name): \(name) has \(daysInMonth(month, of: year ?? 2_000)) days"
    }
}

/// A day of the week, numbered as ISO 8601 does: Monday is 1 and Sunday is 7.
public enum Weekday: Int, CaseIterable, Hashable, Sendable {
    case monday = 1
    case tuesday, wednesday, thursday, friday, saturday, sunday

    /// Returns the number of days from this day forward to `other`: 0 to 6.
    public func days(until other: Weekday) -> Int {
        (other.rawValue - rawValue + 7) % 7
    }

    /// The English name in lower case, `friday`.
    public var name: String { Self.names[rawValue - 1] }

    /// The first three letters of the English name, capitalised: `Fri`.
    public var shortName: String {
        name.prefix(1).uppercased() + name.dropFirst().prefix(2)
    }

    private static let names = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
}
