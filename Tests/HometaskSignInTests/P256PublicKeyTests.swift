// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
import TestSupport
import Testing

@Suite("ECDSA signatures on P-256")
struct P256PublicKeyTests {
    /// The key and the SHA-256 signatures of RFC 6979, appendix A.2.5.
    private static let point =
        hex("0460FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6")
        + hex("7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299")
    private static let signatures = [
        "sample": hex("EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716")
            + hex("F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"),
        "test": hex("F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367")
            + hex("019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083"),
    ]
    private static let order = hex("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551")

    private let key: P256PublicKey
    private let bytes = Array("sample".utf8)
    /// The signature of `bytes`: `r` and `s`.
    private let r: [UInt8]
    private let s: [UInt8]

    init() throws {
        key = try #require(P256PublicKey(point: Self.point))
        let both = try #require(Self.signatures["sample"])
        (r, s) = (Array(both.prefix(32)), Array(both.suffix(32)))
    }

    private static func hex(_ text: String) -> [UInt8] { HometaskSignInTests.bytes(ofHex: text) }

    private func isTaken(_ signature: [UInt8]) -> Bool { key.hasSigned(bytes, with: signature) }

    @Test("The examples of RFC 6979 verify, each only for its own text and key", arguments: ["sample", "test"])
    func published(text: String) throws {
        let signature = TestAuthenticator.der(try #require(Self.signatures[text]))
        #expect(key.hasSigned(Array(text.utf8), with: signature))
        #expect(!key.hasSigned(Array((text + " ").utf8), with: signature))
        #expect(!key.hasSigned([], with: signature))
        var generator = SeededGenerator()
        let other = try #require(P256PublicKey(point: P256Key.random(using: &generator).point))
        #expect(!other.hasSigned(Array(text.utf8), with: signature))
    }

    @Test("Our own signatures verify, and fail with one bit changed")
    func own() throws {
        var generator = SeededGenerator()
        for _ in 0..<50 {
            let own = P256Key.random(using: &generator)
            let signature = TestAuthenticator.der(try #require(own.signature(of: bytes)))
            let key = try #require(P256PublicKey(point: own.point))
            #expect(key.hasSigned(bytes, with: signature), "\(generator.note)")
            var wrong = signature
            wrong[Int.random(in: 0..<wrong.count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            #expect(!key.hasSigned(bytes, with: wrong), "\(generator.note)")
        }
    }

    @Test("Numbers out of range are refused: zero, the order, and more")
    func range() {
        let (zero, order) = ([UInt8](repeating: 0, count: 32), Self.order)
        let most = [UInt8](repeating: 0xFF, count: 32)
        #expect(isTaken(TestAuthenticator.der(r + s)))
        for (first, second) in [
            (zero, s), (r, zero), (zero, zero), (order, s), (r, order), (most, s), (r, most), (s, r),
        ] {
            #expect(!isTaken(TestAuthenticator.der(first + second)))
        }
    }

    @Test("Only the canonical DER encoding is accepted")
    func encoding() {
        func integer(_ bytes: [UInt8]) -> [UInt8] { [0x02, UInt8(bytes.count)] + bytes }
        func sequence(_ parts: [UInt8]) -> [UInt8] { [0x30, UInt8(parts.count)] + parts }
        // Both have their highest bit set, so each has a zero in front.
        let good = sequence(integer([0] + r) + integer([0] + s))
        #expect(isTaken(good))
        let wrong: [[UInt8]] = [
            [], [0x30], [0x30, 0], r + s, good + [0], Array(good.dropLast()), [0x31] + good.dropFirst(),
            // Negative numbers, since the zero is missing.
            sequence(integer(r) + integer(s)),
            // Superfluous leading zeros.
            sequence(integer([0, 0] + r) + integer([0] + s)),
            // Lengths in the long form, and indefinite lengths.
            [0x30, 0x81, UInt8(good.count - 2)] + good.dropFirst(2), [0x30, 0x80] + good.dropFirst(2) + [0, 0],
            sequence([0x02, 0x81, 33, 0] + r + integer([0] + s)),
            // Three numbers, only one, and another type.
            sequence(integer([0] + r) + integer([0] + s) + integer([1])), sequence(integer([0] + r)),
            sequence([0x04, 33, 0] + r + integer([0] + s)), [UInt8](repeating: 0x30, count: 5000),
        ]
        for signature in wrong { #expect(!isTaken(signature), "\(signature)") }
    }

    @Test("A point off the curve, in another form or at infinity is not a key")
    func points() {
        var off = Self.point
        off[64] ^= 1
        let field = Self.hex("FFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF")
        let wrong: [[UInt8]] = [
            [], [0], off, Array(Self.point.dropLast()), Self.point + [0], [2] + Self.point[1..<33],
            [6] + Self.point.dropFirst(), [UInt8](repeating: 0, count: 65), [4] + [UInt8](repeating: 0, count: 64),
            [4] + field + Self.point.suffix(32),
        ]
        for point in wrong { #expect(P256PublicKey(point: point) == nil, "\(point)") }
    }
}

/// The bytes of a hexadecimal text.
func bytes(ofHex text: String) -> [UInt8] {
    let digits = text.compactMap { $0.hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
