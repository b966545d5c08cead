// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// Times in Taskwarrior's format, `20261127T170000Z`. A whole day is stored as its first instant.
enum TaskwarriorTime {
    /// Returns the text of an instant, such as `20261127T170000Z`.
    static func text(_ instant: Timestamp) -> String {
        String(instant.rfc3339.filter { $0 != "-" && $0 != ":" })
    }

    /// Parses an instant; nil if the text is not one.
    static func instant(_ text: String?) -> Timestamp? {
        guard let text else { return nil }
        let bytes = Array(text.utf8)
        guard bytes.count == 16, bytes[8] == UInt8(ascii: "T"), bytes[15] == UInt8(ascii: "Z") else { return nil }
        func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        return Timestamp(
            rfc3339: "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(9..<11)):\(part(11..<13)):\(part(13..<15))Z")
    }

    /// Returns the time of a task for an instant. The first instant of a day in the family's zone means the whole day,
    /// because Taskwarrior stores dates this way, unless a zone is named.
    static func time(_ instant: Timestamp, in zone: TimeZoneRules, named name: String?) -> Due {
        if name != nil { return .instant(instant, zone: name) }
        let date = zone.civil(at: instant).date
        return zone.startOfDay(date) == instant ? .day(date) : .instant(instant, zone: nil)
    }
}
