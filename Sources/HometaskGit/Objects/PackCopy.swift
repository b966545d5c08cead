// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import CProcess
import HometaskCrypto
import HometaskHashing
import HometaskPlatform
import HometaskSystem

/// A pack whose objects are copied into another pack byte for byte.
///
/// The objects of a pack are copied as one block. A delta therefore finds its base at the same distance as before
/// (gitformat-pack(5), `OBJ_OFS_DELTA`), and the copied bytes need not be decoded.
struct PackCopy {
    /// The common prefix of the paths of the pack's files.
    let path: String
    /// The pack's objects, in the order of their offsets.
    let entries: [PackFile.Entry]
    private let pack: MappedFile

    /// The lengths of a pack's header (a signature, a version and the number of objects) and of its trailer (a digest
    /// of everything before).
    private static let (head, tail) = (12, 20)

    var ids: [ObjectID] { entries.map(\.id) }

    private var size: Int { unsafe pack.bytes.count - Self.head - Self.tail }

    /// Opens a pack; nil if it cannot be read, or does not match its index.
    init?(of path: String) {
        guard let index = try? FileBytes.read(path + ".idx"), let pack = MappedFile(path + ".pack"),
            unsafe pack.bytes.count > Self.head + Self.tail, let entries = Self.entries(in: index)
        else { return nil }
        self.path = path
        self.pack = pack
        self.entries = entries
        guard unsafe Self.areWhole(entries, in: pack.bytes) else { return nil }
    }

    /// Parses the entries of a version 2 index; nil for any other format, or if an offset needs more than 31 bits.
    private static func entries(in index: [UInt8]) -> [PackFile.Entry]? {
        func word(_ place: Int) -> UInt32 { index[place..<(place + 4)].reduce(0) { $0 << 8 | UInt32($1) } }
        let names = 8 + 4 * 256
        guard index.count >= names + 40, index.starts(with: PackFile.indexMark) else { return nil }
        let count = Int(word(names - 4))
        guard index.count == names + 28 * count + 40 else { return nil }
        var entries: [PackFile.Entry] = []
        for number in 0..<count {
            let offset = word(names + 24 * count + 4 * number)
            guard offset < 1 << 31, let id = ObjectID(bytes: index[(names + 20 * number)...].prefix(20)) else {
                return nil
            }
            entries.append(PackFile.Entry(id: id, offset: offset, checksum: word(names + 20 * count + 4 * number)))
        }
        return entries.sorted { $0.offset < $1.offset }
    }

    /// Returns whether all objects match their checksums in the index.
    private static func areWhole(_ entries: [PackFile.Entry], in bytes: UnsafeRawBufferPointer) -> Bool {
        guard entries.first?.offset == UInt32(head) else { return false }
        let ends = entries.dropFirst().map { Int($0.offset) } + [bytes.count - tail]
        return zip(entries, ends).allSatisfy { entry, end in
            guard end > entry.offset, end <= bytes.count - tail else { return false }
            let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[Int(entry.offset)..<end])
            let start = unsafe part.baseAddress?.assumingMemoryBound(to: UInt8.self)
            return unsafe UInt32(truncatingIfNeeded: crc32_z(0, start, part.count)) == entry.checksum
        }
    }

    /// Writes the objects of several disjoint packs into one pack with its index, and flushes both.
    ///
    /// - Parameters:
    ///   - folder: the path of the pack folder, with a trailing slash.
    ///   - reason: the content of the new pack's `.keep` file.
    /// - Returns: the common prefix of the paths of the new pack's files.
    static func writePack(_ parts: [PackCopy], into folder: String, keptFor reason: String) throws(GitError) -> String {
        let draft = "\(folder)tmp_pack_\(UInt64.random(in: 0 ... .max))"
        do throws(GitError) {
            var entries: [PackFile.Entry] = []
            var place = head
            for part in parts {
                for entry in part.entries {
                    let offset = UInt32(place + Int(entry.offset) - head)
                    entries.append(PackFile.Entry(id: entry.id, offset: offset, checksum: entry.checksum))
                }
                place += part.size
            }
            try copy(parts, count: entries.count, to: draft)
            guard let written = MappedFile(draft), unsafe areWhole(entries, in: written.bytes) else {
                throw GitError(
                    .corrupt, operation: "put packs together", detail: "the new one differs from what was written")
            }
            let digest = unsafe Array(written.bytes.suffix(tail))
            let name = "\(folder)pack-\(SHA256.hexadecimal(digest))"
            try FileBytes.replace(name + ".keep", with: Array(reason.utf8), via: draft + "_keep")
            guard unsafe rename(draft, name + ".pack") == 0 else { throw GitError.failure("write", name, cause: errno) }
            try FileBytes.replace(name + ".idx", with: PackFile.index(of: entries, digest), via: draft + "_idx")
            try flush(folder)
            return name
        } catch {
            unsafe unlink(draft)
            throw error
        }
    }

    private static func copy(_ parts: [PackCopy], count: Int, to draft: String) throws(GitError) {
        let file = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o444)
        guard file >= 0 else { throw GitError.failure("write", draft, cause: errno) }
        defer { close(file) }
        do throws(FileError) {
            try WholeFile.writeBytes(PackFile.head(count: count), to: file, path: draft)
            for part in parts {
                let bytes = unsafe part.pack.bytes[head..<(head + part.size)]
                try unsafe WholeFile.writeBytes(UnsafeRawBufferPointer(rebasing: bytes), to: file, path: draft)
            }
            guard let written = MappedFile(draft) else { throw FileError(draft, "read", number: errno) }
            try unsafe WholeFile.writeBytes(FileDigest.sha1(written.bytes), to: file, path: draft)
            if Platform.flush(file) != 0 { throw FileError(draft, "write", number: errno) }
        } catch {
            throw GitError.failure(error.operation, draft, cause: error.number)
        }
    }
}

/// A memory-mapped file, readable for as long as this object lives.
@safe
final class MappedFile {
    /// The file's content when it was opened. Packs never change, and stay readable after they are removed.
    let bytes: UnsafeRawBufferPointer

    /// Nil if the file cannot be read, or is empty.
    init?(_ path: String) {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_size > 0 else { return nil }
        let start = unsafe mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, file, 0)
        guard unsafe start != MAP_FAILED, let start = unsafe start else { return nil }
        unsafe bytes = UnsafeRawBufferPointer(start: start, count: Int(status.st_size))
    }

    deinit { _ = unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
