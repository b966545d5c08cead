// SPDX-License-Identifier: Apache-2.0

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
