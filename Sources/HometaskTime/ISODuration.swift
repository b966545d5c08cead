// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A duration in the form of ISO 8601, in days and seconds: `P1D`, `PT30M`, `P1DT2H`.
///
/// Days are calendar days, so one day before 18:00 is 18:00 on the previous day, even across a clock change. Hours,
/// minutes and seconds are elapsed time. Weeks are seven days; months and years are not supported.
public struct ISODuration: Hashable, Sendable, CustomStringConvertible {
    /// Calendar days, 0 to ``mostDays``.
    public let days: Int
    /// Elapsed seconds in addition to the days, 0 to a hundred years.
    public let seconds: Int64

    /// The maximum length in days: a hundred years.
    public static let mostDays = 36_525
    private static let mostSeconds = Int64(mostDays) * 86_400
    /// The empty duration, `PT0S`.
    public static let zero = ISODuration(unchecked: 0, 0)

    private init(unchecked days: Int, _ seconds: Int64) {
        self.days = days
        self.seconds = seconds
    }

    /// Creates a duration; nil if it is negative or longer than a hundred years.
    public init?(days: Int = 0, seconds: Int64 = 0) {
        guard (0...Self.mostDays).contains(days), (0...Self.mostSeconds).contains(seconds) else { return nil }
        self.init(unchecked: days, seconds)
    }

    /// Parses an ISO 8601 duration with upper-case letters and whole numbers only: `P2W`, `P1D`, `PT1H30M`.
    ///
    /// Nil for anything else, for months and years, and for more than a hundred years.
    public init?(iso text: String) {
        var bytes = Array(text.utf8)[...]
        guard bytes.popFirst() == UInt8(ascii: "P"), !bytes.isEmpty else { return nil }
        var (days, seconds): (Int64, Int64) = (0, 0)
        var units = Self.dateUnits
        var isTime = false
        while let first = bytes.first {
            if first == UInt8(ascii: "T"), !isTime, bytes.count > 1 {
                bytes.removeFirst()
                (units, isTime) = (Self.timeUnits, true)
                continue
            }
            let figures = bytes.prefix { (0x30...0x39).contains($0) }
            guard let count = decimal(figures).map({ Int64($0) }), count <= Self.mostSeconds else { return nil }
            bytes = bytes.dropFirst(figures.count)
            guard let name = bytes.popFirst(), let index = units.firstIndex(where: { $0.name == name }) else {
                return nil
            }
            if isTime { seconds += count * units[index].size } else { days += count * units[index].size }
            units = units[(index + 1)...]
        }
        guard let wholeDays = Int(exactly: days) else { return nil }
        self.init(days: wholeDays, seconds: seconds)
    }

    /// The length in seconds with days of 24 hours: for comparing durations, not for date arithmetic.
    public var approximateSeconds: Int64 { Int64(days) * 86_400 + seconds }

    /// The ISO 8601 form, which is the same for equal durations.
    public var description: String {
        if self == .zero { return "PT0S" }
        let parts = [(seconds / 3_600, "H"), (seconds / 60 % 60, "M"), (seconds % 60, "S")]
        let time = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
        return "P" + (days > 0 ? "\(days)D" : "") + (time.isEmpty ? "" : "T" + time)
    }

    /// Returns the instant that precedes another by this duration.
    public func before(_ instant: Timestamp, in zone: TimeZoneRules) -> Timestamp {
        shifted(instant, sign: -1, zone: zone)
    }

    /// Returns the instant that follows another by this duration.
    public func after(_ instant: Timestamp, in zone: TimeZoneRules) -> Timestamp {
        shifted(instant, sign: 1, zone: zone)
    }

    private func shifted(_ instant: Timestamp, sign: Int, zone: TimeZoneRules) -> Timestamp {
        var start = instant
        if days > 0 {
            let civil = zone.civil(at: instant)
            start = zone.timestamp(of: CivilTime(date: civil.date.adding(days: sign * days), time: civil.time))
        }
        return Timestamp(seconds: start.seconds + Int64(sign) * seconds)
    }

    private static let dateUnits: ArraySlice<(name: UInt8, size: Int64)> = [
        (UInt8(ascii: "W"), 7), (UInt8(ascii: "D"), 1),
    ]
    private static let timeUnits: ArraySlice<(name: UInt8, size: Int64)> = [
        (UInt8(ascii: "H"), 3_600), (UInt8(ascii: "M"), 60), (UInt8(ascii: "S"), 1),
    ]
}

extension ISODuration {
    /// Parses a duration as typed by users: `30min`, `2h`, `1h30m`, `1d`, `2 weeks`, `1 day 2 hours`, or in the form of
    /// ISO 8601. `m` means minutes here, because lead times in months are not supported.
    ///
    /// Nil for anything else.
    public init?(words text: String) {
        if let iso = ISODuration(iso: text) {
            self = iso
            return
        }
        var rest = text.lowercased().filter { !$0.isWhitespace }.utf8[...]
        var (days, seconds): (Int64, Int64) = (0, 0)
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let figures = rest.prefix { (0x30...0x39).contains($0) }
            let letters = rest.dropFirst(figures.count).prefix { !(0x30...0x39).contains($0) }
            guard let count = decimal(figures).map({ Int64($0) }), count <= Self.mostSeconds / 60,
                let unit = Self.size(of: String(Substring(letters)))
            else { return nil }
            days += count * unit.days
            seconds += count * unit.seconds
            rest = rest[letters.endIndex...]
        }
        guard let wholeDays = Int(exactly: days) else { return nil }
        self.init(days: wholeDays, seconds: seconds)
    }

    /// Examples of supported forms, for hints.
    public static let examples = "30min, 2h, 1h30min, 1d, 2 weeks"

    private static func size(of unit: String) -> (days: Int64, seconds: Int64)? {
        switch unit {
        case "s", "sec", "secs", "second", "seconds": (0, 1)
        case "m", "min", "mins", "minute", "minutes": (0, 60)
        case "h", "hr", "hrs", "hour", "hours": (0, 3_600)
        case "d", "day", "days": (1, 0)
        case "w", "wk", "wks", "week", "weeks": (7, 0)
        default: nil
        }
    }

    /// The duration for display: `1 day 2 hours`, `30 minutes`, `no time`.
    public var words: String {
        let parts = [
            (Int64(days), "day"), (seconds / 3_600, "hour"), (seconds / 60 % 60, "minute"), (seconds % 60, "second"),
        ]
        let told = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
        return told.isEmpty ? "no time" : told.joined(separator: " ")
    }
}
