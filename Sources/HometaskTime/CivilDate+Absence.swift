// SPDX-License-Identifier: Apache-2.0

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
