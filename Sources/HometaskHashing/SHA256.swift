// SPDX-License-Identifier: Apache-2.0

/// The hash function SHA-256 (FIPS 180-4), over bytes in memory.
public enum SHA256 {
    /// The digest, 32 bytes.
    public static func digest(_ bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBytes { digest($0) }
    }

    /// The digest, 32 bytes.
    public static func digest(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var state = initialState
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
            roundConstants.withUnsafeBufferPointer { constants in
                guard let schedule = schedule.baseAddress, let constants = constants.baseAddress else { return }
                SHABlocks.forEach(in: bytes) { block in
                    compress(block, into: &state, schedule: schedule, constants: constants)
                }
            }
        }
        return SHABlocks.bytes(of: state)
    }

    /// The digest in lower-case hexadecimal, 64 characters.
    public static func hexDigest(_ bytes: UnsafeRawBufferPointer) -> String {
        hexadecimal(digest(bytes))
    }

    /// The digest in lower-case hexadecimal, 64 characters.
    public static func hexDigest(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBytes { hexDigest($0) }
    }

    /// The first `digits` characters of bytes in lower-case hexadecimal, two per byte.
    public static func hexadecimal(_ bytes: [UInt8], digits: Int = .max) -> String {
        let count = min(2 * bytes.count, digits)
        return String(unsafeUninitializedCapacity: count) { text in
            for place in 0..<count {
                text[place] = digit(place % 2 == 0 ? bytes[place / 2] >> 4 : bytes[place / 2] & 0xF)
            }
            return count
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    private static func compress(
        _ block: UnsafeRawBufferPointer, into state: inout [UInt32], schedule: UnsafeMutablePointer<UInt32>,
        constants: UnsafePointer<UInt32>
    ) {
        expand(block, into: schedule)
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        var place = 0
        while place < 64 {
            let sum1 = e.rotated(right: 6) ^ e.rotated(right: 11) ^ e.rotated(right: 25)
            let first = h &+ sum1 &+ (e & f ^ ~e & g) &+ constants[place] &+ schedule[place]
            let sum0 = a.rotated(right: 2) ^ a.rotated(right: 13) ^ a.rotated(right: 22)
            let second = sum0 &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
            place &+= 1
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
        state[5] &+= f
        state[6] &+= g
        state[7] &+= h
    }

    @inline(__always)
    private static func expand(_ block: UnsafeRawBufferPointer, into schedule: UnsafeMutablePointer<UInt32>) {
        for place in 0..<16 { schedule[place] = SHABlocks.word(place, of: block) }
        var place = 16
        while place < 64 {
            let early = schedule[place - 15]
            let late = schedule[place - 2]
            let sigma0 = early.rotated(right: 7) ^ early.rotated(right: 18) ^ early &>> 3
            let sigma1 = late.rotated(right: 17) ^ late.rotated(right: 19) ^ late &>> 10
            schedule[place] = sigma1 &+ schedule[place - 7] &+ sigma0 &+ schedule[place - 16]
            place &+= 1
        }
    }

    /// The first 32 bits of the fractional parts of the square roots of the first eight primes.
    private static let initialState: [UInt32] = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let roundConstants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]
}
