// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import HometaskCrypto
import HometaskHashing
import HometaskPlatform
import HometaskSystem

/// A pack of whole objects and its index, built in memory, in the format of git's `gitformat-pack`, version 2.
///
/// No object is stored as a delta: the search would double the cost of writing the pack, and `git gc` does it later.
struct PackFile {
    /// The location of an object in the pack.
    struct Entry {
        let id: ObjectID
        let offset: UInt32
        /// The CRC-32 of the object's bytes in the pack.
        let checksum: UInt32
    }

    private var bytes: [UInt8]
    private var entries: [Entry] = []
    /// The largest pack that needs no table of long offsets.
    private static let limit = 1 << 31

    /// Creates a pack that contains no objects yet.
    private init(count: Int) {
        bytes = Self.head(count: count)
        entries.reserveCapacity(count)
    }

    /// Returns the header of a pack with a given number of objects.
    static func head(count: Int) -> [UInt8] { Array("PACK".utf8) + word(2) + word(UInt32(count)) }

    /// Creates a pack of objects that do not benefit from compression, and stores them uncompressed.
    init(stored objects: [(id: ObjectID, object: StoredObject)]) throws(GitError) {
        self.init(count: objects.count)
        // zlib requires slightly more space than it uses.
        bytes.reserveCapacity(objects.reduce(1 << 10) { $0 + $1.object.bytes.count / 16 * 17 + (1 << 10) })
        let deflater = try Deflater(level: 0)
        for (id, object) in objects {
            let start = bytes.count
            bytes += Self.header(object.kind, size: object.bytes.count)
            try deflater.deflate(object.bytes, to: &bytes)
            try recordObject(id, from: start)
        }
    }

    /// Creates a pack of objects, compressed on all processors.
    init(_ objects: [(id: ObjectID, object: StoredObject)]) throws(GitError) {
        self.init(count: objects.count)
        for start in stride(from: 0, to: objects.count, by: Self.turn) {
            let part = objects[start..<min(start + Self.turn, objects.count)]
            let compressed = ParallelMap.map(
                part.map(\.object), preparing: { _ in Result { () throws(GitError) in try Deflater() } }
            ) { object, deflater in
                Result { () throws(GitError) in try Self.compressed(object, by: deflater.get()) }
            }
            for (object, bytes) in zip(part, compressed) { try append(bytes.get(), as: object.id) }
        }
    }

    /// The number of objects compressed per batch, which limits how many are in memory twice.
    private static let turn = 8192

    /// Encodes an object as it is stored in a pack.
    private static func compressed(_ object: StoredObject, by deflater: Deflater) throws(GitError) -> [UInt8] {
        var bytes = header(object.kind, size: object.bytes.count)
        try deflater.deflate(object.bytes, to: &bytes)
        return bytes
    }

    /// Appends an object that is already encoded for the pack.
    private mutating func append(_ object: [UInt8], as id: ObjectID) throws(GitError) {
        let start = bytes.count
        bytes += object
        try recordObject(id, from: start)
    }

    /// Records the object at the end of the pack.
    private mutating func recordObject(_ id: ObjectID, from start: Int) throws(GitError) {
        guard bytes.count < Self.limit else {
            throw GitError(.tooLarge, operation: "write a pack", detail: "it would have more than 2 GiB")
        }
        let checksum = unsafe bytes[start...].withUnsafeBufferPointer { buffer in
            unsafe crc32(0, buffer.baseAddress, uInt(buffer.count))
        }
        entries.append(Entry(id: id, offset: UInt32(start), checksum: UInt32(truncatingIfNeeded: checksum)))
    }

    /// Encodes the kind and the size: four bits of the size in the first byte, then seven bits per byte, lowest first.
    private static func header(_ kind: ObjectKind, size: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var byte = kind.packNumber << 4 | UInt8(size & 0xF)
        var rest = size >> 4
        while rest > 0 {
            bytes.append(byte | 0x80)
            byte = UInt8(rest & 0x7F)
            rest >>= 7
        }
        bytes.append(byte)
        return bytes
    }

    /// Writes the pack and its index into a folder, and flushes them. The index is written last and makes the pack
    /// visible: before that, and if this fails, no program sees the pack.
    ///
    /// - Parameter reason: the content of the pack's `.keep` file, which keeps `git gc` from changing the pack
    ///   (git-repack(1)).
    /// - Returns: the path of the `.keep` file.
    consuming func writeFiles(into folder: String, keptFor reason: String = StoreLeftovers.keepText) throws(GitError)
        -> String
    {
        let digest = FileDigest.sha1(bytes)
        bytes += digest
        let name = "\(folder)/pack-\(SHA256.hexadecimal(digest))"
        // 'git gc' removes files with such names that a killed process has left.
        let mark = UInt64.random(in: 0 ... .max)
        let keep = name + ".keep"
        try FileBytes.replace(keep, with: Array(reason.utf8), via: "\(folder)/tmp_keep_\(mark)")
        try FileBytes.replace(name + ".pack", with: bytes, via: "\(folder)/tmp_pack_\(mark)")
        try FileBytes.replace(name + ".idx", with: Self.index(of: entries, digest), via: "\(folder)/tmp_idx_\(mark)")
        try flush(folder)
        return keep
    }

    /// The first bytes of a version 2 index.
    static let indexMark: [UInt8] = [0xFF, 0x74, 0x4F, 0x63, 0, 0, 0, 2]

    /// Builds the index of a pack from its entries and the digest at the pack's end.
    static func index(of entries: [Entry], _ pack: [UInt8]) -> [UInt8] {
        let sorted = entries.sorted { $0.id < $1.id }
        var counts = [UInt32](repeating: 0, count: 256)
        let names = sorted.map(\.id.bytes)
        for name in names { counts[Int(name[0])] += 1 }
        var index = indexMark
        index.reserveCapacity(1072 + 28 * sorted.count)
        var total: UInt32 = 0
        for count in counts {
            total += count
            index += word(total)
        }
        for name in names { index += name }
        for entry in sorted { index += word(entry.checksum) }
        for entry in sorted { index += word(entry.offset) }
        index += pack
        return index + FileDigest.sha1(index)
    }

    private static func word(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }
}

extension ObjectKind {
    fileprivate var packNumber: UInt8 {
        switch self {
        case .commit: 1
        case .tree: 2
        case .blob: 3
        }
    }
}
