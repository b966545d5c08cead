// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The offsets from UTC of one time zone, at any instant of the years 0000 to 9999.
///
/// Foundation's `TimeZone` provides the same, but its first use loads ICU and its data, which takes longer than a short
/// command as a whole; these rules only read one file of a few kilobytes.
///
/// The table of a TZif file (RFC 9636) applies up to its last transition, and the rule in its footer after that.
public struct TimeZoneRules: Hashable, Sendable {
    /// A local time type of RFC 9636: offset, daylight-saving flag and abbreviation.
    struct LocalTime: Hashable, Sendable {
        /// The offset from UTC in seconds, positive to the east.
        let offset: Int
        let isDaylight: Bool
        let abbreviation: String
    }

    /// An instant at which a local time begins.
    struct Transition: Hashable, Sendable {
        let start: Int64
        let localTime: LocalTime
    }

    /// The name in the time zone database, `Europe/Amsterdam`.
    public let identifier: String
    /// The local time before the first transition.
    let first: LocalTime
    /// The transitions, sorted by their starts, which are all distinct.
    let transitions: [Transition]
    let footer: TimeZoneFooter?

    /// Coordinated universal time, which needs no file.
    public static let utc = TimeZoneRules(
        identifier: "UTC", first: LocalTime(offset: 0, isDaylight: false, abbreviation: "UTC"), transitions: [],
        footer: nil)

    /// The offset from UTC in seconds, negative west of Greenwich.
    public func offset(at instant: Timestamp) -> Int {
        localTime(at: instant.seconds).offset
    }

    /// The abbreviation of the local time, such as `CET`, or an offset such as `-03` if it has none.
    public func abbreviation(at instant: Timestamp) -> String {
        localTime(at: instant.seconds).abbreviation
    }

    /// Whether daylight-saving time is in force.
    public func isDaylight(at instant: Timestamp) -> Bool {
        localTime(at: instant.seconds).isDaylight
    }

    /// The local date and time in this zone.
    public func civil(at instant: Timestamp) -> CivilTime {
        CivilTime(secondsOnClock: instant.seconds + Int64(offset(at: instant)))
    }

    func localTime(at instant: Int64) -> LocalTime {
        if let footer, transitions.last.map({ instant >= $0.start }) ?? true {
            return footer.localTime(at: instant)
        }
        let index = firstTransition(after: instant)
        return index == 0 ? first : transitions[index - 1].localTime
    }

    /// The index of the table's first transition after an instant.
    func firstTransition(after instant: Int64) -> Int {
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].start <= instant { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
