// SPDX-License-Identifier: Apache-2.0

/// An instant in whole seconds, in the form used in documents: RFC 3339 in UTC, `2025-11-21T09:31:40Z`.
///
/// Wall-clock time is only used for tie-breaks and for display, so a resolution of one second is enough, and a wrong
/// clock does no harm.
public struct Timestamp: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
    public let seconds: Int64

    /// Creates an instant from seconds since 1970, clamped to the years 0000 to 9999 that RFC 3339 can represent.
    public init(seconds: Int64) {
        self.seconds = min(max(seconds, Self.earliest), Self.latest)
    }

    /// Parses an instant in exactly the form `YYYY-MM-DDTHH:MM:SSZ` (RFC 3339 without fractions, offsets or leap
    /// seconds).
    ///
    /// Nil for anything else, and for days and times that do not exist.
    public init?(rfc3339 text: String) {
        var copy = text
        guard let time = copy.withUTF8({ Timestamp(rfc3339: UnsafeRawBufferPointer($0)) }) else { return nil }
        self = time
    }

    /// Parses an instant from the bytes of its written form.
    init?(rfc3339 bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 20, bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"), bytes[19] == UInt8(ascii: "Z"),
            let date = CalendarDate(ascii: UnsafeRawBufferPointer(rebasing: bytes[0..<10])),
            let hour = Int(asciiDigits: bytes[11..<13]), hour < 24,
            let minute = Int(asciiDigits: bytes[14..<16]), minute < 60,
            let second = Int(asciiDigits: bytes[17..<19]), second < 60
        else { return nil }
        seconds = Int64(date.daysSince1970) * Self.secondsPerDay + Int64(hour * 3600 + minute * 60 + second)
    }

    /// The form `YYYY-MM-DDTHH:MM:SSZ`, which ``init(rfc3339:)`` parses.
    public var rfc3339: String {
        let secondOfDay = Int(seconds - daysSince1970 * Self.secondsPerDay)
        return String(unsafeUninitializedCapacity: 20) { text in
            CalendarDate(daysSince1970: Int(daysSince1970)).writeDigits(to: text)
            text[10] = UInt8(ascii: "T")
            text.writeTwoDigits(of: secondOfDay / 3600, at: 11)
            text[13] = UInt8(ascii: ":")
            text.writeTwoDigits(of: secondOfDay / 60 % 60, at: 14)
            text[16] = UInt8(ascii: ":")
            text.writeTwoDigits(of: secondOfDay % 60, at: 17)
            text[19] = UInt8(ascii: "Z")
            return 20
        }
    }

    /// The same as ``rfc3339``.
    public var description: String { rfc3339 }

    private var daysSince1970: Int64 {
        (seconds - (seconds < 0 ? Self.secondsPerDay - 1 : 0)) / Self.secondsPerDay
    }

    private static let secondsPerDay: Int64 = 86_400
    private static let earliest: Int64 = -62_167_219_200
    private static let latest: Int64 = 253_402_300_799

    /// Whether one instant is earlier than another.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.seconds < right.seconds }
}
