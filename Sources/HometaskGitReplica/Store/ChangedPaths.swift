// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
import HometaskGit
import HometaskHashing

/// An index of the paths that each commit of a history changed, kept in a file of this device, so that the history of a
/// document reads only the trees of commits that may have changed it.
///
/// The file is derived from the commits, which never change under their ids, and is recreated if it is missing or
/// damaged. A commit that is not in it may have changed any path.
struct ChangedPaths {
    static let localName = "changed-paths"
    /// The number of new commits from which the file is rewritten. Fewer are read each time.
    static let renewal = 256
    /// The number of paths beyond which a commit is recorded as possibly changing any path.
    private static let most = 1024
    private static let heading = Array("hometask changed paths 1\n".utf8)

    /// A commit, and its files at the paths that differ from one of its parents, by the hashes of the paths; nil for
    /// any path. A missing file is ``ObjectID/zero``.
    private typealias Record = (outline: CommitOutline, changes: [(path: ObjectID, file: ObjectID)]?)

    private var records: [ObjectID: Record] = [:]

    /// Decodes the file; empty if it is missing or damaged.
    init(_ bytes: [UInt8]?) {
        guard let bytes, let body = Self.body(of: bytes) else { return }
        var input = Input(bytes: bytes, position: Self.heading.count, end: body)
        records.reserveCapacity(body / Self.usualSize)
        while input.position < input.end {
            guard let record = input.record() else {
                records = [:]
                return
            }
            records[record.outline.id] = record
        }
    }

    /// Returns the outline of a commit in the file.
    func outline(of commit: ObjectID) -> CommitOutline? { records[commit]?.outline }

    /// Adds the unknown commits of a history, if there are enough of them, and drops commits that are not in it.
    ///
    /// - Returns: the new content of the file; nil if it is unchanged.
    mutating func update(to history: [CommitOutline], in trees: TreeStore) -> [UInt8]? {
        guard history.count(where: { records[$0.id] == nil }) >= Self.renewal else { return nil }
        let treeOf = Dictionary(history.map { ($0.id, $0.tree) }) { first, _ in first }
        var next: [ObjectID: Record] = [:]
        var bytes = Self.heading
        for outline in history {
            let parents = outline.parents.isEmpty ? [TreeStore.emptyTree] : outline.parents.compactMap { treeOf[$0] }
            let record = records[outline.id] ?? (outline, Self.changes(by: outline, since: parents, in: trees))
            next[outline.id] = record
            Self.append(record, to: &bytes)
        }
        records = next
        return bytes + Array(FileDigest.sha256(bytes).utf8)
    }

    /// Returns whether a commit may have changed a path compared with one of its parents.
    func mayChange(_ path: PathHashes, by commit: ObjectID) -> Bool {
        guard let changes = records[commit]?.changes else { return true }
        return changes.contains { change in path.hashes.contains(change.path) }
    }

    /// Returns the file of a commit at a path, ``ObjectID/zero`` if there is none; nil if unknown.
    func file(at path: PathHashes, in commit: ObjectID) -> ObjectID? {
        records[commit]?.changes?.first { $0.path == path.hashes.last }?.file
    }

    /// Returns the files of a commit at the paths at which it differs from its parents; nil if they are too many, or a
    /// tree cannot be read.
    private static func changes(
        by commit: CommitOutline, since parents: [ObjectID], in trees: TreeStore
    ) -> [(path: ObjectID, file: ObjectID)]? {
        var changes: [ObjectID: ObjectID] = [:]
        for parent in parents {
            guard let changed = try? trees.changedEntries(from: parent, to: commit.tree, limit: most) else {
                return nil
            }
            for entry in changed {
                let path = PathHashes.hash(Array(entry.path.utf8))
                // Where a folder became a file, the path is listed twice: as gone, and as a file.
                if changes[path, default: .zero] == .zero { changes[path] = entry.file ?? .zero }
            }
        }
        return changes.count > most ? nil : changes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

/// The hashes of a path and of all folders above it, the path's own last: adding or removing a folder, or replacing it
/// with a file, changes everything in it.
struct PathHashes {
    let hashes: [ObjectID]

    init(_ path: String) {
        let bytes = Array(path.utf8)
        let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "/") } + [bytes.count]
        hashes = ends.map { Self.hash(Array(bytes[..<$0])) }
    }

    /// Returns the first 20 bytes of the SHA-256.
    static func hash(_ path: [UInt8]) -> ObjectID { ObjectID(bytes: SHA256.digest(path)[..<20]) ?? .zero }
}

/// The form of the file: the heading; for each commit its id, tree, time, number of parents, parents, number of
/// changes, and for each change the hash of its path and the file; the SHA-256 of all that. Numbers are 64-bit
/// little-endian; the number of changes of a commit that may have changed any path is -1.
extension ChangedPaths {
    /// The size in bytes of a commit with one parent that changed one path.
    private static let usualSize = 124

    private static func append(_ record: Record, to bytes: inout [UInt8]) {
        let (outline, changes) = record
        bytes += outline.id.bytes + outline.tree.bytes
        append(UInt64(bitPattern: outline.seconds), to: &bytes)
        append(UInt64(outline.parents.count), to: &bytes)
        for parent in outline.parents { bytes += parent.bytes }
        append(changes.map { UInt64($0.count) } ?? .max, to: &bytes)
        for (path, file) in changes ?? [] { bytes += path.bytes + file.bytes }
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(place)))) }
    }

    /// Returns the end of the records; nil if the file is damaged.
    private static func body(of bytes: [UInt8]) -> Int? {
        let end = bytes.count - 64
        guard bytes.starts(with: heading), end >= heading.count,
            bytes[end...].elementsEqual(FileDigest.sha256(Array(bytes[..<end])).utf8)
        else { return nil }
        return end
    }

    /// Reads records one after another.
    private struct Input {
        let bytes: [UInt8]
        var position: Int
        let end: Int

        mutating func record() -> Record? {
            guard let id = object(), let tree = object(), let seconds = number(), let count = number(), count <= 1 << 16
            else { return nil }
            var parents: [ObjectID] = []
            for _ in 0..<count {
                guard let parent = object() else { return nil }
                parents.append(parent)
            }
            let outline = CommitOutline(
                id: id, tree: tree, parents: parents, seconds: Int64(bitPattern: seconds))
            guard let count = number() else { return nil }
            if count == .max { return (outline, nil) }
            guard count <= most else { return nil }
            var changes: [(path: ObjectID, file: ObjectID)] = []
            for _ in 0..<count {
                guard let path = object(), let file = object() else { return nil }
                changes.append((path, file))
            }
            return (outline, changes)
        }

        private mutating func object() -> ObjectID? {
            guard position + 20 <= end else { return nil }
            defer { position += 20 }
            return ObjectID(bytes: bytes[position..<position + 20])
        }

        private mutating func number() -> UInt64? {
            guard position + 8 <= end else { return nil }
            defer { position += 8 }
            return (0..<8).reduce(0) { $0 | UInt64(bytes[position + $1]) << (8 * UInt64($1)) }
        }
    }
}
