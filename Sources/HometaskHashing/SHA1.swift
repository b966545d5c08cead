// SPDX-License-Identifier: Apache-2.0

/// SHA-1 (FIPS 180-4), for what is defined by it: ids of version 5 and git's packs. It protects nothing.
public enum SHA1 {
    /// The digest, 20 bytes.
    public static func digest(_ bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBytes { digest($0) }
    }

    /// The digest, 20 bytes.
    public static func digest(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { schedule in
            SHABlocks.forEach(in: bytes) { block in compress(block, into: &state, schedule: schedule) }
        }
        return SHABlocks.bytes(of: state)
    }

    private static func compress(
        _ block: UnsafeRawBufferPointer, into state: inout [UInt32], schedule: UnsafeMutableBufferPointer<UInt32>
    ) {
        for place in 0..<16 { schedule[place] = SHABlocks.word(place, of: block) }
        for place in 16..<80 {
            let mixed = schedule[place - 3] ^ schedule[place - 8] ^ schedule[place - 14] ^ schedule[place - 16]
            schedule[place] = mixed.rotated(left: 1)
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for place in 0..<80 {
            let (function, constant) = round(place, b, c, d)
            let next = a.rotated(left: 5) &+ function &+ e &+ constant &+ schedule[place]
            (a, b, c, d, e) = (next, a, b.rotated(left: 30), c, d)
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
    }

    @inline(__always)
    private static func round(_ place: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> (UInt32, UInt32) {
        switch place {
        case ..<20: (b & c | ~b & d, 0x5A82_7999)
        case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
    }
}
