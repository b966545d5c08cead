// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import HometaskHashing

/// The id of an object in git: the SHA-1 of its type, length and content, 20 bytes.
public struct ObjectID: Hashable, Comparable, Sendable {
    private let high: UInt64
    private let middle: UInt64
    private let low: UInt32

    /// The null id, with which git represents a missing object.
    public static let zero = ObjectID(high: 0, middle: 0, low: 0)

    private init(high: UInt64, middle: UInt64, low: UInt32) {
        self.high = high
        self.middle = middle
        self.low = low
    }

    /// Parses 40 hexadecimal digits; nil for anything else.
    public init?(hex: some StringProtocol) {
        let digits = Array(hex.utf8)
        guard digits.count == 40 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20)
        for index in stride(from: 0, to: 40, by: 2) {
            guard let upper = Self.value(of: digits[index]), let lower = Self.value(of: digits[index + 1]) else {
                return nil
            }
            bytes.append(upper << 4 | lower)
        }
        self.init(bytes: bytes[...])
    }

    /// Reads 20 bytes; nil for any other number.
    public init?(bytes: ArraySlice<UInt8>) {
        guard bytes.count == 20 else { return nil }
        self = unsafe bytes.withUnsafeBytes { bytes in
            unsafe ObjectID(
                high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                middle: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
                low: UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self)))
        }
    }

    /// The 20 bytes of the id, in the order of the hexadecimal digits.
    public var bytes: [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 20) { buffer, count in
            let buffer = UnsafeMutableRawBufferPointer(buffer)
            unsafe buffer.storeBytes(of: high.bigEndian, as: UInt64.self)
            unsafe buffer.storeBytes(of: middle.bigEndian, toByteOffset: 8, as: UInt64.self)
            unsafe buffer.storeBytes(of: low.bigEndian, toByteOffset: 16, as: UInt32.self)
            count = 20
        }
    }

    /// Compares by bytes, which is the order of the hexadecimal digits.
    public static func < (a: ObjectID, b: ObjectID) -> Bool {
        (a.high, a.middle, a.low) < (b.high, b.middle, b.low)
    }

    /// Hashes only the first eight bytes, which already are part of a hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(high) }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension ObjectID: CustomStringConvertible {
    /// 40 lower-case hexadecimal digits.
    public var description: String { SHA256.hexadecimal(bytes) }
}

extension ObjectID {
    /// Converts an id from libgit2's representation.
    init(_ oid: git_oid) {
        var oid = oid
        let (high, middle, low) = unsafe withUnsafeBytes(of: &oid) { bytes in
            unsafe (
                UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
                UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
            )
        }
        self.init(high: high, middle: middle, low: low)
    }

    /// The id in libgit2's representation.
    var oid: git_oid {
        var oid = git_oid()
        unsafe withUnsafeMutableBytes(of: &oid) { bytes in
            unsafe bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
            unsafe bytes.storeBytes(of: middle.bigEndian, toByteOffset: 8, as: UInt64.self)
            unsafe bytes.storeBytes(of: low.bigEndian, toByteOffset: 16, as: UInt32.self)
        }
        return oid
    }
}
