// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskHashing

/// Ties a stamp to the value that it was written for: the first eight hexadecimal digits of the SHA-256 (FIPS 180-4) of
/// the value's compact canonical bytes. This detects an editor that changes the value without updating the stamp.
enum ValueHash {
    static func of(_ value: JSON) -> String {
        hexadecimal(of: value.compactBytes(), digits: 8)
    }

    static func hexadecimal(of bytes: [UInt8], digits: Int) -> String {
        SHA256.hexadecimal(SHA256.digest(bytes), digits: digits)
    }
}
