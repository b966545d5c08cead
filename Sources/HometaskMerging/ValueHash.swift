// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// Ties a stamp to the value it was written for: the first eight hexadecimal digits of the SHA-256 (FIPS 180-4) of the
/// value's compact canonical bytes. An editor that changes the value without knowing of stamps is found out by it.
enum ValueHash {
    static func of(_ value: JSON) -> String {
        hexadecimal(of: value.compactBytes(), digits: 8)
    }

    static func hexadecimal(of bytes: [UInt8], digits: Int) -> String {
        let alphabet = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in SHA256.digest(bytes).prefix((digits + 1) / 2) {
            text.append(alphabet[Int(byte >> 4)])
            text.append(alphabet[Int(byte & 15)])
        }
        return String(decoding: text.prefix(digits), as: UTF8.self)
    }
}
