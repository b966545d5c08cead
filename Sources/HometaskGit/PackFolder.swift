// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The packs of an object store.
struct PackFolder {
    /// A pack with its index.
    struct Pack: Hashable {
        /// What the names of its files begin with: `pack-` and digits.
        let name: String
        /// How many objects it has.
        let count: Int
    }

    /// The folder, with a slash at its end.
    let path: String
    /// The packs that may be replaced by one that holds all their objects, the smallest first.
    let packs: [Pack]
    /// Whether an index over several packs tells where objects are. It would name packs that are gone; only git writes
    /// it, where somebody has told it to look after the packs.
    let hasSharedIndex: Bool

    /// The files beside a pack that say that it has to stay as it is (git-repack(1), git-gc(1), gitformat-pack(5)).
    private static let reasonsToStay = [".keep", ".mtimes", ".promisor"]

    /// Looks at the packs in an object folder, whose path ends in a slash.
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

    /// The ids of a pack's objects.
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

    /// Removes a pack: its index first, without which no program looks for the rest, and which tells by its other name
    /// what is to be removed where this is cut short. A pack that has to stay since does.
    func remove(_ pack: Pack) {
        let files = path + pack.name
        guard !Self.reasonsToStay.contains(where: { RemoteURL.exists(files + $0) }),
            unsafe rename(files + ".idx", Self.removedName(of: files)) == 0
        else { return }
        Self.finishRemoving(Self.removedName(of: files))
    }

    /// What the index of a pack is called that is being removed.
    ///
    /// - Parameter files: what the paths of its files begin with.
    static func removedName(of files: String) -> String {
        guard let slash = files.lastIndex(of: "/") else { return removedIndex + files }
        return files[...slash] + removedIndex + files[files.index(after: slash)...]
    }

    /// What the names of indexes begin with whose packs are being removed.
    static let removedIndex = "tmp_idx_"

    /// Removes the pack that belongs to the index of a pack that was to be removed, and that index.
    static func finishRemoving(_ index: String) {
        let files = index.replacing("/" + removedIndex, with: "/")
        if !RemoteURL.exists(files + ".idx") {
            for kind in [".rev", ".bitmap", ".pack"] { unsafe unlink(files + kind) }
        }
        unsafe unlink(index)
    }

    /// An index begins with a mark, its version and a table of 256 counts, the last of which is that of all
    /// (gitformat-pack(5), version 2).
    private static let headSize = 8 + 256 * 4

    /// How many objects an index names; nil if it has another form.
    private static func count(inIndex path: String) -> Int? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var head = [UInt8](repeating: 0, count: headSize)
        guard unsafe read(file, &head, headSize) == headSize, head.starts(with: PackFile.indexMark)
        else {
            return nil
        }
        return head.suffix(4).reduce(0) { $0 << 8 | Int($1) }
    }
}

extension PackFolder {
    /// Those packs that are put together with so many objects that lie in files of their own: the fewest smallest ones
    /// after which each pack has at least twice as many objects as all smaller ones together.
    ///
    /// So each object is written again no more often than the logarithm of their number, and there are no more packs
    /// than that.
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
