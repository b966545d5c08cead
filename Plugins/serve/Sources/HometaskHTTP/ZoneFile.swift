// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HometaskKit

/// The file of a time zone on this machine (TZif, RFC 8536), for phones: their engine has no database of zones.
struct ZoneFile {
    /// Its bytes in hexadecimal digits.
    let digits: String

    /// Reads the file of a zone; nil if there is none.
    init?(_ identifier: String) {
        // A family's document names the zone, so it must not be able to name another file.
        guard TimeZoneRules.isIdentifier(identifier),
            let data = FileManager.default.contents(atPath: "/usr/share/zoneinfo/" + identifier),
            data.count < 64 << 10, data.starts(with: Array("TZif".utf8))
        else { return nil }
        let hexadecimal = Array("0123456789abcdef".utf8)
        digits = String(
            decoding: data.flatMap { [hexadecimal[Int($0 >> 4)], hexadecimal[Int($0 & 15)]] }, as: UTF8.self)
    }
}
