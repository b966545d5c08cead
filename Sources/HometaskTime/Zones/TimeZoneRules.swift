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

extension TimeZoneRules {
    /// Parses the rules in a TZif file (RFC 9636, formerly RFC 8536; versions 1 to 4).
    ///
    /// - Throws: ``TimeZoneError`` for bytes that are truncated, inconsistent, or count leap seconds.
    public init(identifier: String, tzif bytes: [UInt8]) throws(TimeZoneError) {
        do throws(TimeZoneFile.Damage) {
            self = try TimeZoneFile.rules(identifier: identifier, bytes: bytes)
        } catch {
            throw TimeZoneError(.damaged(error.reason), identifier: identifier)
        }
    }
}

extension TimeZoneRules {
    /// Whether a text has the form of a zone's name: parts of ASCII letters, digits and `._+-`, joined by single
    /// slashes, none of them `.` or `..`.
    public static func isIdentifier(_ text: String) -> Bool {
        guard (1...128).contains(text.utf8.count) else { return false }
        return text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
            guard !part.isEmpty, !part.elementsEqual(".".utf8), !part.elementsEqual("..".utf8) else { return false }
            return part.allSatisfy { byte in
                TimeZoneFooter.isNameByte(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
            }
        }
    }
}
