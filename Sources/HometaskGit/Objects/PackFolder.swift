// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskSystem

/// The packs of an object store.
struct PackFolder {
    /// A pack with its index.
    struct Pack: Hashable {
        /// The base name of the pack's files: `pack-` and digits.
        let name: String
        /// The number of objects in the pack.
        let count: Int
    }

    /// The folder, with a trailing slash.
    let path: String
    /// The packs that may be replaced by one that contains all their objects, smallest first.
    let packs: [Pack]
    /// Whether there is a multi-pack index, which would refer to removed packs. Only git writes one, if configured to
    /// maintain the packs.
    let hasSharedIndex: Bool

    /// The suffixes of files that protect a pack from changes (git-repack(1), git-gc(1), gitformat-pack(5)).
    private static let reasonsToStay = [".keep", ".mtimes", ".promisor"]

    /// Reads the packs in an object folder, whose path ends in a slash.
    init(in objects: String) {
        let path = objects + "pack/"
        let names = Set(FolderNames.read(path) ?? [])
        self.path = path
        hasSharedIndex = names.contains("multi-pack-index")
        packs = names.compactMap { file -> Pack? in
            guard file.hasPrefix("pack-"), file.hasSuffix(".idx") else { return nil }
            let name = String(file.dropLast(".idx".count))
            guard names.contains(name + ".pack"), !Self.reasonsToStay.contains(where: { names.contains(name + $0) }),
                let count = Self.count(inIndex: path + file)
            else { return nil }
            return Pack(name: name, count: count)
        }.sorted { ($0.count, $0.name) < ($1.count, $1.name) }
    }

    /// Returns the ids of a pack's objects; throws `notFound` if another program has removed its index.
    func ids(of pack: Pack) throws(GitError) -> [ObjectID] {
        let index = path + pack.name + ".idx"
        guard RemoteURL.exists(index) else {
            throw GitError(.notFound, operation: "read \(index)", detail: "another program has removed it")
        }
        let bytes = try FileBytes.read(index)
        let start = Self.headSize
        guard bytes.count >= start + 24 * pack.count + 40 else {
            throw GitError(.corrupt, operation: "read \(index)", detail: "it is cut short")
        }
        return (0..<pack.count).compactMap { ObjectID(bytes: bytes[(start + 20 * $0)...].prefix(20)) }
    }

    /// Removes a pack, unless it has become protected in the meantime. The index is renamed first, since no program
    /// looks for a pack without an index; after an interruption, the new name shows which files remain to be removed.
    func remove(_ pack: Pack) {
        let files = path + pack.name
        guard !Self.reasonsToStay.contains(where: { RemoteURL.exists(files + $0) }),
            unsafe rename(files + ".idx", Self.removedName(of: files)) == 0
        else { return }
        Self.finishRemoving(Self.removedName(of: files))
    }

    /// Returns the name for the index of a pack that is being removed.
    ///
    /// - Parameter files: the common prefix of the paths of the pack's files.
    static func removedName(of files: String) -> String {
        guard let slash = files.lastIndex(of: "/") else { return removedIndex + files }
        return files[...slash] + removedIndex + files[files.index(after: slash)...]
    }

    /// The name prefix of indexes whose packs are being removed.
    static let removedIndex = "tmp_idx_"

    /// Removes a pack whose removal was interrupted, and its renamed index.
    static func finishRemoving(_ index: String) {
        let files = index.replacing("/" + removedIndex, with: "/")
        if !RemoteURL.exists(files + ".idx") {
            for kind in [".rev", ".bitmap", ".pack"] { unsafe unlink(files + kind) }
        }
        unsafe unlink(index)
    }

    /// The size of an index's header: a signature, a version and a table of 256 counts, the last of which is the total
    /// (gitformat-pack(5), version 2).
    private static let headSize = 8 + 256 * 4

    /// Returns the number of objects in an index; nil for any other format.
    private static func count(inIndex path: String) -> Int? {
        guard let head = try? WholeFile.beginning(of: path, length: headSize), head.count == headSize,
            head.starts(with: PackFile.indexMark)
        else { return nil }
        return head.suffix(4).reduce(0) { $0 << 8 | Int($1) }
    }
}

extension PackFolder {
    /// Returns the packs to combine with a number of loose objects: the smallest packs, as few as needed so that
    /// afterwards each pack has at least twice as many objects as all smaller ones together.
    ///
    /// Each object is therefore rewritten at most as often as the logarithm of the number of objects, which is also the
    /// maximum number of packs.
    func share(with loose: Int) -> ArraySlice<Pack> { packs.prefix(Self.share(of: packs.map(\.count), with: loose)) }

    static func share(of counts: [Int], with loose: Int) -> Int {
        var (smaller, share) = (loose, 0)
        for (number, count) in counts.enumerated() {
            if count < 2 * smaller { share = number + 1 }
            smaller += count
        }
        return share
    }
}
