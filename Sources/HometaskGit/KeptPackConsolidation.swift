// SPDX-License-Identifier: Apache-2.0
import Glibc

extension Repository {
    /// The most bytes of a pack that is put together from others. One of half of that and more stays as it is.
    private static var largestKeptPack: Int { 1 << 30 }

    /// Puts small packs that are kept for their size together, byte by byte and without unpacking anything: git looks
    /// through all packs for an object, and each photo that is attached by itself makes one.
    ///
    /// Other processes may read and write in the meantime, and this one may be killed anywhere: the new pack is whole,
    /// checked and on the disk before it joins the store with its `.keep` file, and only then is removed what it
    /// replaces. All stay as they are where an index over several packs is kept by somebody else's upkeep. A pack that
    /// is damaged stays as well.
    ///
    /// - Parameter limit: the most bytes of a new pack.
    /// - Returns: how many packs were replaced.
    @discardableResult
    public func consolidateKept(limit: Int? = nil) throws(GitError) -> Int {
        let packs = KeptPacks(in: commonDirectory + "objects/")
        let chosen = packs.share(limit: limit ?? Self.largestKeptPack).compactMap { PackCopy(of: packs.path + $0.name) }
        guard chosen.count > 1 else { return 0 }
        var seen: Set<ObjectID> = []
        // Two processes may have stored the same object at once; a pack names each once.
        let parts = chosen.filter { part in
            guard seen.isDisjoint(with: part.ids) else { return false }
            seen.formUnion(part.ids)
            return true
        }
        guard parts.count > 1 else { return 0 }
        let name = try PackCopy.write(parts, into: packs.path, keptFor: Self.keptForSize)
        for part in parts where part.path != name { packs.remove(part.path) }
        try refresh()
        return parts.count
    }

    /// Whether there are enough photo packs for ``consolidateKept(limit:)`` to be worthwhile.
    public var hasManyKeptPacks: Bool {
        let packs = KeptPacks(in: commonDirectory + "objects/")
        return packs.packs.count >= KeptPacks.many && packs.share(limit: Self.largestKeptPack).count > 1
    }
}

/// The packs of an object store that are kept for their size.
struct KeptPacks {
    /// A pack with its index.
    struct Pack: Equatable {
        /// What the names of its files begin with: `pack-` and digits.
        let name: String
        /// How many bytes it has.
        let bytes: Int
    }

    /// From how many on it is time to put some together.
    static let many = 16

    /// The folder, with a slash at its end.
    let path: String
    /// The packs, the smallest first; none if an index over several packs tells where objects are.
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
        (try? FileBytes.read(keep)).map { $0.elementsEqual(Repository.keptForSize.utf8) } ?? false
    }

    /// Those that are put together: the fewest smallest ones after which each pack has at least twice as many bytes as
    /// all smaller ones together, as far as they make no pack of more than a limit. So a byte is written again no more
    /// often than the logarithm of their number.
    func share(limit: Int) -> [Pack] {
        let small = packs.filter { $0.bytes < limit / 2 }
        var total = 0
        return small.prefix(PackFolder.share(of: small.map(\.bytes), with: 0)).filter { pack in
            total += pack.bytes
            return total <= limit
        }
    }

    /// Removes a pack: its index first, without which no program looks for the rest.
    ///
    /// - Parameter files: what the paths of its files begin with.
    func remove(_ files: String) {
        guard unsafe rename(files + ".idx", PackFolder.removedName(of: files)) == 0 else { return }
        PackFolder.finishRemoving(PackFolder.removedName(of: files))
        unsafe unlink(files + ".keep")
    }
}
