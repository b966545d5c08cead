// SPDX-License-Identifier: Apache-2.0

/// Reads the numbers of a layer, one after the other. Nothing is read, and no room is made, beyond what is there.
struct MapLayerReader<Bytes: RandomAccessCollection<UInt8>> {
    private var rest: Bytes.SubSequence
    private let whole: Int

    init(_ bytes: Bytes) {
        rest = bytes[...]
        whole = bytes.count
    }

    /// How many bytes were read.
    var offset: Int { whole - rest.count }

    var isAtEnd: Bool { rest.isEmpty }

    /// Returns the next `count` bytes. Throws `damaged` where fewer are left.
    mutating func take(_ count: Int) throws(MapLayerError) -> [UInt8] {
        guard count <= rest.count else { throw .damaged(at: offset) }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// A number without a sign, of 35 bits at most.
    mutating func number() throws(MapLayerError) -> Int {
        var value = 0
        for shift in stride(from: 0, to: 35, by: 7) {
            guard let byte = rest.popFirst() else { throw .damaged(at: offset) }
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw .damaged(at: offset)
    }

    /// A number with a sign.
    mutating func signed() throws(MapLayerError) -> Int {
        let value = try number()
        return value & 1 == 0 ? value >> 1 : -(value >> 1) - 1
    }

    /// How many follow, of things that have a byte at least.
    mutating func count() throws(MapLayerError) -> Int {
        let value = try number()
        guard value <= rest.count else { throw .damaged(at: offset) }
        return value
    }
}
