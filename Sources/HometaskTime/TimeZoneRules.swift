// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The offsets from UTC of one time zone, at any instant of the years 0000 to 9999.
///
/// Foundation's `TimeZone` answers the same questions, but its first use loads ICU and its data, which costs more than
/// a whole run of a short command; these rules cost the reading of one file of a few kilobytes.
///
/// The table of a TZif file (RFC 9636) serves up to its last transition, and the rule in its footer after that.
public struct TimeZoneRules: Hashable, Sendable {
    /// A stretch of local time: its offset, and what it is called.
    struct LocalTime: Hashable, Sendable {
        /// Seconds that the clock is ahead of UTC.
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
    /// In ascending order of their starts, no two at the same instant.
    let transitions: [Transition]
    let footer: TimeZoneFooter?

    /// Coordinated universal time; needs no file.
    public static let utc = TimeZoneRules(
        identifier: "UTC", first: LocalTime(offset: 0, isDaylight: false, abbreviation: "UTC"), transitions: [],
        footer: nil)

    /// Seconds that a clock in this zone is ahead of UTC, negative west of Greenwich.
    public func offset(at instant: Timestamp) -> Int {
        localTime(at: instant.seconds).offset
    }

    /// What the local time is called there, such as `CET`, or an offset such as `-03` where it has no name.
    public func abbreviation(at instant: Timestamp) -> String {
        localTime(at: instant.seconds).abbreviation
    }

    /// Whether daylight-saving time is in force.
    public func isDaylight(at instant: Timestamp) -> Bool {
        localTime(at: instant.seconds).isDaylight
    }

    /// What calendar and clock show in this zone.
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

    /// The index of the first transition of the table that lies after an instant.
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
