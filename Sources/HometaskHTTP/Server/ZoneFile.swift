// SPDX-License-Identifier: Apache-2.0

import HometaskHashing
import HometaskKit
import HometaskSystem

/// A time zone file of this machine (TZif, RFC 8536), for phones: the page's engine has no time zone database.
struct ZoneFile {
    /// The bytes of the file in hexadecimal.
    let digits: String

    /// Reads a zone's file; nil if there is none.
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
