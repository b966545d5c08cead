// SPDX-License-Identifier: Apache-2.0

/// A reader of the numbers in a layer. It never reads out of bounds, and allocates no more than the size of the bytes.
struct MapLayerReader<Bytes: RandomAccessCollection<UInt8>> {
    private var rest: Bytes.SubSequence
    private let whole: Int

    init(_ bytes: Bytes) {
        rest = bytes[...]
        whole = bytes.count
    }

    /// The number of bytes read so far.
    var offset: Int { whole - rest.count }

    var isAtEnd: Bool { rest.isEmpty }

    /// Returns the next `count` bytes. Throws `damaged` if fewer are left.
    mutating func takeBytes(_ count: Int) throws(MapLayerError) -> [UInt8] {
        guard count <= rest.count else { throw .damaged(at: offset) }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Reads an unsigned number of at most 35 bits.
    mutating func number() throws(MapLayerError) -> Int {
        var value = 0
        for shift in stride(from: 0, to: 35, by: 7) {
            guard let byte = rest.popFirst() else { throw .damaged(at: offset) }
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw .damaged(at: offset)
    }

    /// Reads a signed number.
    mutating func signed() throws(MapLayerError) -> Int {
        let value = try number()
        return value & 1 == 0 ? value >> 1 : -(value >> 1) - 1
    }

    /// Reads the number of elements that follow, each of which has at least one byte.
    mutating func count() throws(MapLayerError) -> Int {
        let value = try number()
        guard value <= rest.count else { throw .damaged(at: offset) }
        return value
    }
}
