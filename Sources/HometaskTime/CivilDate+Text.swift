// SPDX-License-Identifier: Apache-2.0

extension CivilDate {
    /// Parses a date in the extended form of ISO 8601, exactly `2026-11-21`; nil for any other text and for invalid
    /// dates.
    public init?(iso text: String) {
        let bytes = Array(text.utf8.prefix(11))
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = decimal(bytes[0..<4]), let month = decimal(bytes[5..<7]), let day = decimal(bytes[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The date in the extended form of ISO 8601, `2026-11-21`.
    public var description: String {
        digits(year, 4) + "-" + digits(month, 2) + "-" + digits(day, 2)
    }

    /// The English name of the month, three letters: `Nov`.
    public var shortMonthName: String {
        Self.shortMonthNames[month - 1]
    }

    private static let shortMonthNames = monthNames.map { $0.prefix(1).uppercased() + $0.dropFirst().prefix(2) }

    package static let monthNames = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]
}

/// Parses a number of at most nine ASCII digits; nil for any other text.
func decimal(_ bytes: some Collection<UInt8>) -> Int? {
    guard (1...9).contains(bytes.count) else { return nil }
    var value = 0
    for byte in bytes {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return value
}

/// Formats a number, padded with leading zeros to a width.
func digits(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
}
