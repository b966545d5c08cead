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
        var round = Round(a: state[0], b: state[1], c: state[2], d: state[3], e: state[4])
        // One loop for each function, so that none is chosen eighty times a block.
        for place in 0..<20 { round.step(round.b & round.c | ~round.b & round.d, 0x5A82_7999 &+ schedule[place]) }
        for place in 20..<40 { round.step(round.b ^ round.c ^ round.d, 0x6ED9_EBA1 &+ schedule[place]) }
        for place in 40..<60 {
            let majority = round.b & round.c | round.b & round.d | round.c & round.d
            round.step(majority, 0x8F1B_BCDC &+ schedule[place])
        }
        for place in 60..<80 { round.step(round.b ^ round.c ^ round.d, 0xCA62_C1D6 &+ schedule[place]) }
        state[0] &+= round.a
        state[1] &+= round.b
        state[2] &+= round.c
        state[3] &+= round.d
        state[4] &+= round.e
    }

    /// The five words while a block is taken in.
    private struct Round {
        var a, b, c, d, e: UInt32

        @inline(__always)
        mutating func step(_ function: UInt32, _ addend: UInt32) {
            let next = a.rotated(left: 5) &+ function &+ e &+ addend
            (a, b, c, d, e) = (next, a, b.rotated(left: 30), c, d)
        }
    }
}
