// SPDX-License-Identifier: Apache-2.0

/// A time of day, to the second, 00:00:00 to 23:59:59.
public struct TimeOfDay: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The hour, 0 to 23.
    public let hour: Int
    /// The minute, 0 to 59.
    public let minute: Int
    /// The second, 0 to 59; there are no leap seconds.
    public let second: Int

    /// 00:00, the beginning of a day.
    public static let midnight = TimeOfDay(secondOfDay: 0)
    /// 12:00, the middle of a day.
    public static let noon = TimeOfDay(secondOfDay: 12 * 3_600)

    /// Creates a time of day; nil if a part is out of range.
    public init?(hour: Int, minute: Int, second: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// The time a number of seconds after midnight, modulo a day of 86,400 seconds.
    public init(secondOfDay: Int) {
        let bounded = floorRemainder(secondOfDay, 86_400)
        hour = bounded / 3_600
        minute = bounded / 60 % 60
        second = bounded % 60
    }

    /// Seconds after midnight, 0 to 86,399.
    public var secondOfDay: Int { (hour * 60 + minute) * 60 + second }

    /// Earlier times come first.
    public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.secondOfDay < right.secondOfDay }

    /// The time as ISO 8601 writes it, `18:00:00`.
    public var description: String { hourAndMinute + ":" + digits(second, 2) }

    /// Hour and minute, `18:00`.
    public var hourAndMinute: String { digits(hour, 2) + ":" + digits(minute, 2) }
}

extension TimeOfDay {
    /// Parses a time of day from `9:00` or `09:00`; nil for anything else.
    public init?(hourAndMinute text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let isFigures = parts.allSatisfy { part in
            (1...2).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        guard parts.count == 2, isFigures, parts[1].utf8.count == 2, let hour = Int(parts[0]),
            let minute = Int(parts[1])
        else { return nil }
        self.init(hour: hour, minute: minute)
    }
}
