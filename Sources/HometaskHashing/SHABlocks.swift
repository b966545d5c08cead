// SPDX-License-Identifier: Apache-2.0

/// The common part of SHA-1 and SHA-256: blocks of 64 bytes, big-endian words, and the padding of FIPS 180-4, 5.1.1.
///
/// Both use unchecked pointers, masking shifts and `while`, which compile to plain instructions even without
/// optimisation: otherwise hashing would dominate the time of many tests.
enum SHABlocks {
    private static let length = 64

    /// Calls `body` with each block of the padded message.
    @inline(__always)
    static func forEach(in message: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        let whole = message.count / length * length
        for start in stride(from: 0, to: whole, by: length) {
            body(UnsafeRawBufferPointer(rebasing: message[start..<(start + length)]))
        }
        let rest = message.count - whole
        let padded = rest < length - 8 ? length : 2 * length
        withUnsafeTemporaryAllocation(byteCount: padded, alignment: 8) { tail in
            tail.initializeMemory(as: UInt8.self, repeating: 0)
            if rest > 0 { tail.copyMemory(from: UnsafeRawBufferPointer(rebasing: message[whole...])) }
            tail[rest] = 0x80
            tail.storeBytes(of: (UInt64(message.count) << 3).bigEndian, toByteOffset: padded - 8, as: UInt64.self)
            for start in stride(from: 0, to: padded, by: length) {
                body(UnsafeRawBufferPointer(rebasing: tail[start..<(start + length)]))
            }
        }
    }

    @inline(__always)
    static func word(_ place: Int, of block: UnsafeRawBufferPointer) -> UInt32 {
        UInt32(bigEndian: block.loadUnaligned(fromByteOffset: 4 * place, as: UInt32.self))
    }

    static func bytes(of state: [UInt32]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 4 * state.count) { bytes, count in
            for (place, word) in state.enumerated() {
                for byte in 0..<4 {
                    bytes[4 * place + byte] = UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * byte))
                }
            }
            count = 4 * state.count
        }
    }
}
