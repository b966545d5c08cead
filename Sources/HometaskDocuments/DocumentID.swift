// SPDX-License-Identifier: Apache-2.0

/// The name of a document for life: a UUID (RFC 9562), written in lower case.
public struct DocumentID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The sixteen bytes, as two halves in network order.
    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The order of the sixteen bytes, which is the order of the written form.
    public static func < (left: DocumentID, right: DocumentID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }

    /// The UUID in lower case, 36 characters.
    public var description: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for nibble in 0..<32 {
            if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 { text.append(UInt8(ascii: "-")) }
            let half = nibble < 16 ? high : low
            text.append(digits[Int(half >> UInt64(60 - 4 * (nibble % 16)) & 0xF)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
