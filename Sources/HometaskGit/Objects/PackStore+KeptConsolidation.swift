// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskSystem

extension PackStore {
    /// The maximum size in bytes of a consolidated pack. A pack of at least half that size stays as it is.
    private static var largestKeptPack: Int { 1 << 30 }

    /// Consolidates the small packs that are kept for their size, by copying bytes without unpacking anything. Git
    /// searches all packs for an object, and each photo that is attached on its own makes one pack.
    ///
    /// Other processes may read and write in the meantime, and this process may be killed at any point. The new pack is
    /// complete, checked and on the disk before it joins the store with its `.keep` file; only then are the packs that
    /// it replaces removed. Nothing is consolidated while another program maintains a multi-pack index. A damaged pack
    /// also stays.
    ///
    /// - Parameter limit: the maximum size in bytes of a new pack.
    /// - Returns: the number of packs that were replaced.
    @discardableResult
    public func consolidateKept(limit: Int? = nil) throws(GitError) -> Int {
        let packs = KeptPacks(in: repository.commonDirectory + "objects/")
        let chosen = packs.share(limit: limit ?? Self.largestKeptPack).compactMap { PackCopy(of: packs.path + $0.name) }
        guard chosen.count > 1 else { return 0 }
        var seen: Set<ObjectID> = []
        // Two processes may have stored the same object at once, but a pack may contain each object only once.
        let parts = chosen.filter { part in
            guard seen.isDisjoint(with: part.ids) else { return false }
            seen.formUnion(part.ids)
            return true
        }
        guard parts.count > 1 else { return 0 }
        let name = try PackCopy.writePack(parts, into: packs.path, keptFor: Self.keptForSize)
        for part in parts where part.path != name { packs.remove(part.path) }
        try repository.refresh()
        return parts.count
    }

    /// Whether there are enough photo packs for ``consolidateKept(limit:)`` to be worthwhile.
    public var hasManyKeptPacks: Bool {
        let packs = KeptPacks(in: repository.commonDirectory + "objects/")
        return packs.packs.count >= KeptPacks.many && packs.share(limit: Self.largestKeptPack).count > 1
    }
}

/// The packs of an object store that are kept for their size.
struct KeptPacks {
    /// A pack with its index.
    struct Pack: Equatable {
        /// The base name of the pack's files: `pack-` and digits.
        let name: String
        /// The pack's size in bytes.
        let bytes: Int
    }

    /// The number of packs from which consolidating is worthwhile.
    static let many = 16

    /// The folder, with a trailing slash.
    let path: String
    /// The packs, smallest first; none if there is a multi-pack index.
    let packs: [Pack]

    init(in objects: String) {
        let path = objects + "pack/"
        let names = Set(FolderNames.read(path) ?? [])
        self.path = path
        let isShared = names.contains("multi-pack-index")
        packs = (isShared ? [] : names).compactMap { file -> Pack? in
            guard file.hasPrefix("pack-"), file.hasSuffix(".keep") else { return nil }
            let name = String(file.dropLast(".keep".count))
            guard names.contains(name + ".pack"), names.contains(name + ".idx"), !names.contains(name + ".promisor"),
                Self.isKeptForSize(path + file)
            else { return nil }
            return Pack(name: name, bytes: StoreLeftovers.size(of: path + name + ".pack"))
        }.sorted { ($0.bytes, $0.name) < ($1.bytes, $1.name) }
    }

    static func isKeptForSize(_ keep: String) -> Bool {
        (try? FileBytes.read(keep)).map { $0.elementsEqual(PackStore.keptForSize.utf8) } ?? false
    }

    /// Returns the packs to consolidate: the smallest packs, as few as needed so that afterwards each pack is at least
    /// twice as large as all smaller ones together, as long as the new pack stays within a limit. Each byte is
    /// therefore rewritten at most as often as the logarithm of the number of packs.
    func share(limit: Int) -> [Pack] {
        let small = packs.filter { $0.bytes < limit / 2 }
        var total = 0
        return small.prefix(PackFolder.share(of: small.map(\.bytes), with: 0)).filter { pack in
            total += pack.bytes
            return total <= limit
        }
    }

    /// Removes a pack. Its index goes first, since no program looks for a pack without an index.
    ///
    /// - Parameter files: the common prefix of the paths of the pack's files.
    func remove(_ files: String) {
        guard unsafe rename(files + ".idx", PackFolder.removedName(of: files)) == 0 else { return }
        PackFolder.finishRemoving(PackFolder.removedName(of: files))
        unsafe unlink(files + ".keep")
    }
}
