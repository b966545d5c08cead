// SPDX-License-Identifier: Apache-2.0

extension UTF8 {
    /// The length of the well-formed sequence at an offset (RFC 3629, section 4), or 0 if there is none.
    static func sequenceLength(at offset: Int, in text: UnsafeRawBufferPointer) -> Int {
        let available = text.count - offset
        guard available > 0 else { return 0 }
        let lead = text[offset]
        if lead < 0x80 { return 1 }
        let second = available > 1 ? text[offset + 1] : 0
        let length: Int
        let allowed: ClosedRange<UInt8>
        switch lead {
        case 0xC2...0xDF: (length, allowed) = (2, 0x80...0xBF)
        case 0xE0: (length, allowed) = (3, 0xA0...0xBF)
        case 0xED: (length, allowed) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, allowed) = (3, 0x80...0xBF)
        case 0xF0: (length, allowed) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, allowed) = (4, 0x80...0xBF)
        case 0xF4: (length, allowed) = (4, 0x80...0x8F)
        default: return 0
        }
        guard available >= length, allowed.contains(second) else { return 0 }
        for place in 2..<max(length, 2) where text[offset + place] & 0xC0 != 0x80 { return 0 }
        return length
    }
}
