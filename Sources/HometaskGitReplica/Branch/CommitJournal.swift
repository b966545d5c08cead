// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit
import HometaskHashing
import HometaskPlatform
import HometaskSystem

/// A second copy of the newest commits, flushed before a commit is acknowledged.
///
/// A commit consists of five objects, a reference and a file that announces it: fourteen files and folders to flush,
/// which takes longer than everything else in a small change. They are therefore written without waiting, and one
/// record that contains all of them is appended here and flushed. A power cut or the removal of a USB stick loses
/// unflushed writes, and `git prune` removes objects that no branch leads to yet. In both cases the journal is replayed
/// (`CommitRecovery`). Periodically everything is packed and flushed, and a new journal is started.
///
/// The file begins with a line `hometask commits 1 SESSION`, which identifies the boot of the system and the mount of
/// the file system. Each record is a line `record LENGTH SHA-256`, that many bytes, and a line feed. The bytes end with
/// the branch and the commit, so that the last move can be read without the rest. A record that was truncated because
/// the process was killed fails its checksum, and its commit has not been acknowledged.
struct CommitJournal {
    /// One move of a branch to a commit that this device made.
    struct Record: Hashable {
        /// The branch's full name.
        var branch: String
        /// The branch's commit before the move.
        var old: ObjectID?
        /// The commit to which the branch moved.
        var new: ObjectID
        /// The device's identity, which announces the commit.
        var identity: [UInt8]
        /// The commit's new objects, except those in packs.
        var objects: [StoredObject]
    }

    static let localName = "commits"
    /// The size from which everything is packed and a new journal is started.
    static let fullSize = 16 << 20
    /// The size from which packing is worthwhile in the background, before it becomes necessary.
    static let upkeepSize = 1 << 20
    private static let sizeLimit = 256 << 20

    private let folder: String
    private var path: String { folder + Self.localName }

    /// - Parameter folder: the folder of the replica's own files, with a trailing slash.
    init(in folder: String) {
        self.folder = folder
    }

    /// Whether the journal was written before the machine was last started, or before the file system was mounted:
    /// unflushed data may then be lost.
    var isOfEarlierSession: Bool {
        guard let first = firstLine else { return false }
        return session.map { first != Self.header($0) } ?? true
    }

    /// Identifies the boot of the system and the mount; nil if the system does not report them.
    private var session: String? {
        Self.bootID.map { boot in MountID.of(folder).map { "\(boot)/\($0)" } ?? boot }
    }

    /// Whether there is a journal.
    var exists: Bool { access(path, F_OK) == 0 }

    /// The time of the last write; nil if there is no journal.
    var written: timespec? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mtim : nil
    }

    /// Returns the last announced move, read from the end of the file if that is intact.
    func lastMove() throws -> (branch: String, commit: ObjectID)? {
        if let move = Self.move(atEndOf: tail) { return move }
        return try records().last.map { (branch: $0.branch, commit: $0.new) }
    }

    /// The size in bytes; zero if there is no journal.
    var size: Int {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Whether a new journal must be started.
    var isFull: Bool { size >= Self.fullSize }

    /// Returns the complete records, oldest first.
    func records() throws -> [Record] { Self.records(in: try contents()) }

    /// Returns the complete records in the bytes of a journal, oldest first.
    static func records(in bytes: [UInt8]) -> [Record] { parse(bytes).records }

    /// Returns all bytes of the file, including a truncated record; none if there is no journal.
    func contents() throws -> [UInt8] {
        do {
            return try WholeFile.read(path, limit: Self.sizeLimit) ?? []
        } catch {
            throw error.replicaError
        }
    }

    /// Appends a record and flushes it.
    ///
    /// - Returns: the previous length of the journal, for ``takeBack(to:)``.
    /// - Throws: `ReplicaError`; the journal is then unchanged.
    func append(_ record: Record) throws -> Int {
        do throws(FileError) {
            mkdir(folder, 0o700)
            let end = try endOfRecords()
            var bytes: [UInt8] = end == 0 ? Array("\(Self.header(session ?? "unknown"))\n".utf8) : []
            bytes += Self.bytes(of: record)
            try WholeFile.writeEnd(bytes, of: path, at: end, mode: 0o600)
            return end
        } catch {
            throw error.replicaError
        }
    }

    /// Removes the last record, because the branch could not be moved to its commit; the failure is reported to the
    /// writer. The caller has held the branch's lock since the record was appended.
    ///
    /// - Returns: whether it could be removed; otherwise the next command replays it.
    func takeBack(to length: Int) -> Bool {
        length == 0 ? unlink(path) == 0 : truncate(path, off_t(length)) == 0
    }

    /// Removes the journal, once its content is flushed.
    func remove() {
        unlink(path)
    }

    /// Removes the content that the journal had when it was read, which is now flushed elsewhere. Later records stay;
    /// if a new journal was started in the meantime, it is unchanged. The caller holds the branch's lock, so that only
    /// the appended records are read.
    func drop(_ beginning: [UInt8]) throws {
        // A record ends with its commit, so no other journal has the same bytes there.
        let ending = beginning.suffix(Self.endLength)
        do throws(FileError) {
            guard !ending.isEmpty, let rest = try WholeFile.rest(of: path, from: beginning.count - ending.count),
                rest.prefix(ending.count) == ending
            else { return }
            if rest.count == ending.count { return remove() }
            let header = beginning.prefix { $0 != 0x0A } + [0x0A]
            try WholeFile.replace(path, with: Array(header) + rest.dropFirst(ending.count), mode: 0o600, durably: true)
        } catch {
            throw error.replicaError
        }
    }

    /// Returns the offset for the next record: the end of the last complete one. Everything after it will be removed,
    /// so it is an error if the file cannot be read.
    private func endOfRecords() throws(FileError) -> Int {
        guard let tail = try WholeFile.ending(of: path, length: Self.mark.count), !tail.isEmpty else { return 0 }
        let size = self.size
        if size > 0, tail == Self.mark { return size }
        guard let bytes = try WholeFile.read(path, limit: Self.sizeLimit) else { return 0 }
        return Self.parse(bytes).end
    }

    private var firstLine: String? { Self.beginning(of: path, length: 128) { $0 != 0x0A } }

    /// The last bytes of the file, as long as the end of a record.
    private var tail: [UInt8] { (try? WholeFile.ending(of: path, length: Self.endLength)) ?? [] }

    /// At least as many bytes as the end of a record has.
    private static let endLength = 512

    private static func header(_ boot: String) -> String { "hometask commits 1 \(boot)" }

    /// Identifies the current boot of the system; nil if the system does not report it.
    private static let bootID = beginning(of: "/proc/sys/kernel/random/boot_id", length: 64) { $0 > 0x20 }

    /// Returns the first bytes of a file as text, as long as they meet a condition; nil if it is empty or cannot be
    /// read.
    private static func beginning(of path: String, length: Int, while isPart: (UInt8) -> Bool) -> String? {
        guard let bytes = try? WholeFile.beginning(of: path, length: length), !bytes.isEmpty else { return nil }
        return String(decoding: bytes.prefix(while: isPart), as: UTF8.self)
    }
}

extension CommitJournal {
    /// The bytes at the end of every record.
    private static let mark: [UInt8] = [UInt8(ascii: "."), 0x0A]

    private static func bytes(of record: Record) -> [UInt8] {
        var payload: [UInt8] = []
        if let old = record.old { payload += Array("old \(old)\n".utf8) }
        payload += part("identity", record.identity)
        for object in record.objects { payload += part(object.kind.rawValue, object.bytes) }
        payload += Array("branch \(record.branch)\nnew \(record.new)\n".utf8)
        return Array("record \(payload.count) \(SHA256.hexDigest(payload))\n".utf8) + payload + mark
    }

    /// Returns the move in the last bytes of a complete record.
    private static func move(atEndOf bytes: [UInt8]) -> (branch: String, commit: ObjectID)? {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).suffix(4)
            .map { String(decoding: $0, as: UTF8.self) }
        guard lines.count == 4, lines[3].isEmpty, lines[2] == ".", lines[1].hasPrefix("new "),
            lines[0].hasPrefix("branch refs/heads/"), let commit = ObjectID(hex: lines[1].dropFirst(4))
        else { return nil }
        return (branch: String(lines[0].dropFirst("branch ".count)), commit: commit)
    }

    private static func part(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        Array("\(name) \(bytes.count)\n".utf8) + bytes + [0x0A]
    }

    /// Returns the complete records, and the offset of their end.
    private static func parse(_ bytes: [UInt8]) -> (records: [Record], end: Int) {
        var scanner = LineScanner(bytes[...])
        guard let header = scanner.line(), header.hasPrefix("hometask commits 1 ") else { return ([], 0) }
        var records: [Record] = []
        var end = scanner.position
        while let words = scanner.line()?.split(separator: " "), words.count == 3, words[0] == "record",
            let length = Int(words[1]), let payload = scanner.bytes(length), scanner.bytes(2) == mark[...],
            SHA256.hexDigest(Array(payload)) == words[2], let record = record(payload)
        {
            records.append(record)
            end = scanner.position
        }
        return (records, end)
    }

    private static func record(_ payload: ArraySlice<UInt8>) -> Record? {
        var scanner = LineScanner(payload)
        var record = Record(branch: "", old: nil, new: .zero, identity: [], objects: [])
        while let line = scanner.line() {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2 else { return nil }
            switch words[0] {
            case "branch": record.branch = String(words[1])
            case "new": record.new = ObjectID(hex: words[1]) ?? .zero
            case "old": record.old = ObjectID(hex: words[1])
            default:
                guard let length = Int(words[1]), let bytes = scanner.bytes(length), scanner.bytes(1) != nil
                else { return nil }
                if let kind = ObjectKind(rawValue: String(words[0])) {
                    record.objects.append(StoredObject(kind: kind, bytes: Array(bytes)))
                } else {
                    record.identity = Array(bytes)
                }
            }
        }
        return record.branch.isEmpty || record.new == .zero ? nil : record
    }
}

/// Reads lines and byte counts one after another.
private struct LineScanner {
    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    mutating func line() -> String? {
        guard let end = bytes[position...].firstIndex(of: 0x0A) else { return nil }
        defer { position = end + 1 }
        return String(decoding: bytes[position..<end], as: UTF8.self)
    }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= bytes.endIndex - position else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }
}
