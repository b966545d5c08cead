// SPDX-License-Identifier: Apache-2.0

/// SHA-1 (FIPS 180-4), for formats defined by it: ids of version 5 and git's packs. Not for security.
public enum SHA1 {
    /// The digest, 20 bytes.
    public static func digest(_ bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBytes { digest($0) }
    }

    /// The digest, 20 bytes.
    public static func digest(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { schedule in
            guard let schedule = schedule.baseAddress else { return }
            SHABlocks.forEach(in: bytes) { block in compress(block, into: &state, schedule: schedule) }
        }
        return SHABlocks.bytes(of: state)
    }

    private static func compress(
        _ block: UnsafeRawBufferPointer, into state: inout [UInt32], schedule: UnsafeMutablePointer<UInt32>
    ) {
        for place in 0..<16 { schedule[place] = SHABlocks.word(place, of: block) }
        var place = 16
        while place < 80 {
            let mixed = schedule[place - 3] ^ schedule[place - 8] ^ schedule[place - 14] ^ schedule[place - 16]
            schedule[place] = mixed.rotated(left: 1)
            place &+= 1
        }
        var words = Words(a: state[0], b: state[1], c: state[2], d: state[3], e: state[4])
        for place in stride(from: 0, to: 20, by: 5) {
            words.runFiveSteps(schedule, at: place, plus: 0x5A82_7999) { b, c, d in d ^ b & (c ^ d) }
        }
        for place in stride(from: 20, to: 40, by: 5) {
            words.runFiveSteps(schedule, at: place, plus: 0x6ED9_EBA1) { b, c, d in b ^ c ^ d }
        }
        for place in stride(from: 40, to: 60, by: 5) {
            words.runFiveSteps(schedule, at: place, plus: 0x8F1B_BCDC) { b, c, d in b & c | d & (b | c) }
        }
        for place in stride(from: 60, to: 80, by: 5) {
            words.runFiveSteps(schedule, at: place, plus: 0xCA62_C1D6) { b, c, d in b ^ c ^ d }
        }
        state[0] &+= words.a
        state[1] &+= words.b
        state[2] &+= words.c
        state[3] &+= words.d
        state[4] &+= words.e
    }

    /// The five working words during a block.
    private struct Words {
        var a, b, c, d, e: UInt32

        /// Runs five steps, in which the words are renamed instead of moved.
        @inline(__always)
        mutating func runFiveSteps(
            _ schedule: UnsafeMutablePointer<UInt32>, at place: Int, plus constant: UInt32,
            function: (_ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32
        ) {
            e &+= a.rotated(left: 5) &+ function(b, c, d) &+ constant &+ schedule[place]
            b = b.rotated(left: 30)
            d &+= e.rotated(left: 5) &+ function(a, b, c) &+ constant &+ schedule[place + 1]
            a = a.rotated(left: 30)
            c &+= d.rotated(left: 5) &+ function(e, a, b) &+ constant &+ schedule[place + 2]
            e = e.rotated(left: 30)
            b &+= c.rotated(left: 5) &+ function(d, e, a) &+ constant &+ schedule[place + 3]
            d = d.rotated(left: 30)
            a &+= b.rotated(left: 5) &+ function(c, d, e) &+ constant &+ schedule[place + 4]
            c = c.rotated(left: 30)
        }
    }
}
