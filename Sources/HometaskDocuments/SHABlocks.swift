// SPDX-License-Identifier: Apache-2.0

/// What SHA-1 and SHA-256 have in common: blocks of 64 bytes, big-endian words, and the padding of FIPS 180-4, 5.1.1.
enum SHABlocks {
    private static let length = 64

    /// Calls `body` with each block of the padded message.
    @inline(__always)
    static func forEach(in message: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        let whole = message.count / length * length
        for start in stride(from: 0, to: whole, by: length) {
            body(UnsafeRawBufferPointer(rebasing: message[start..<(start + length)]))
        }
        var tail = Array(message[whole...])
        tail.append(0x80)
        while tail.count % length != length - 8 { tail.append(0) }
        let bits = UInt64(message.count) << 3
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            tail.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
        tail.withUnsafeBytes { tail in
            for start in stride(from: 0, to: tail.count, by: length) {
                body(UnsafeRawBufferPointer(rebasing: tail[start..<(start + length)]))
            }
        }
    }

    @inline(__always)
    static func word(_ place: Int, of block: UnsafeRawBufferPointer) -> UInt32 {
        UInt32(bigEndian: block.loadUnaligned(fromByteOffset: 4 * place, as: UInt32.self))
    }

    static func bytes(of state: [UInt32]) -> [UInt8] {
        state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } }
    }
}

extension UInt32 {
    @inline(__always)
    func rotated(left count: UInt32) -> UInt32 { self << count | self >> (32 - count) }

    @inline(__always)
    func rotated(right count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}
