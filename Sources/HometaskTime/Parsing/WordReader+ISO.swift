// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension WordReader {
    /// Reads `2026-11-27`; rejects a date that does not exist or has too few digits.
    mutating func isoDate() throws(DateParserError) -> CivilDate? {
        guard let parts = isoParts() else { return nil }
        guard let word = peek(), word.utf8.count == 10 else {
            throw fault("a month and a day have two digits, as in 2026-02-03")
        }
        if let date = CivilDate(iso: word) {
            advance()
            return date
        }
        guard (1...12).contains(parts.month) else { throw fault("there are twelve months, not \(parts.month)") }
        throw fault(CivilDate.absence(day: parts.day, month: parts.month, year: parts.year))
    }

    private func isoParts() -> (year: Int, month: Int, day: Int)? {
        let parts = peek()?.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false) ?? []
        guard parts.count == 3, parts[0].count == 4, parts[1].count <= 2, parts[2].count <= 2,
            let year = decimal(parts[0]), let month = decimal(parts[1]), let day = decimal(parts[2])
        else { return nil }
        return (year, month, day)
    }

    /// A date and a time with an offset from UTC, `2026-11-27T18:00Z`, `2026-11-27 18:00+01:00`.
    mutating func isoInstant() throws(DateParserError) -> Timestamp? {
        guard isoParts() != nil, let clock = peek(1),
            let mark = clock.utf8.lastIndex(where: { [0x7a, 0x2b, 0x2d].contains($0) })
        else { return nil }
        guard let date = try isoDate() else { return nil }
        var time = WordReader(String(clock[..<mark]))
        guard let timeOfDay = time.timeOfDay() else { throw fault("there is no such time") }
        guard let offset = Self.offset(Array(clock[mark...].utf8)) else {
            throw fault("write an offset from UTC like Z or +01:00")
        }
        advance()
        return Timestamp(seconds: Int64(date.dayNumber) * 86_400 + Int64(timeOfDay.secondOfDay - offset))
    }

    /// `z`, `+01:00`, `+0100` or `+01` in seconds.
    private static func offset(_ text: [UInt8]) -> Int? {
        if text == [0x7a] { return 0 }
        guard [3, 5, 6].contains(text.count), let hours = decimal(text[1..<3]), hours <= 23 else { return nil }
        if text.count == 6, text[3] != 0x3a { return nil }
        guard let minutes = text.count == 3 ? 0 : decimal(text.suffix(2)), minutes <= 59 else { return nil }
        return (hours * 60 + minutes) * (text[0] == 0x2d ? -60 : 60)
    }
}
