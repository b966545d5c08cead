// SPDX-License-Identifier: Apache-2.0

import HometaskHashing
import HometaskKit
import HometaskSystem

/// The file of a time zone on this machine (TZif, RFC 8536), for phones: their engine has no database of zones.
struct ZoneFile {
    /// Its bytes in hexadecimal digits.
    let digits: String

    /// Reads the file of a zone; nil if there is none.
    init?(_ identifier: String) {
        // The name comes from a family's document, and must not be the path of another file.
        guard TimeZoneRules.isIdentifier(identifier),
            let bytes = try? WholeFile.read(
                "/usr/share/zoneinfo/" + identifier, limit: 64 << 10, followingLinks: true),
            bytes.starts(with: Array("TZif".utf8))
        else { return nil }
        digits = SHA256.hexadecimal(bytes)
    }
}
