// SPDX-License-Identifier: Apache-2.0
import CLibgit2
import Glibc

extension Repository {
    /// Puts the objects that lie in files of their own, and those of small packs, into one larger pack, so that the
    /// store stays small and few files have to be looked through.
    ///
    /// Other processes may read and write in the meantime, and this one may be killed anywhere: the new pack is made in
    /// a separate folder, read back and flushed before it joins the store, and only then is removed what it replaces.
    /// No object is left out, also where nothing leads to it: that may be a commit under way. Packs that have to stay
    /// as they are do (`.keep`, cruft packs and those of partial clones), and all do where an index over several packs
    /// is kept by somebody else's upkeep.
    ///
    /// - Returns: how many objects were written again.
    @discardableResult
    public func consolidate() throws(GitError) -> Int {
        let packs = PackFolder(in: commonDirectory + "objects/")
        let loose = wholeLooseObjects()
        let replaced = packs.hasSharedIndex ? [] : packs.share(with: loose.count)
        guard !loose.isEmpty || replaced.count > 1 else { return 0 }
        var ids = Set(loose)
        for pack in replaced { ids.formUnion(try packs.ids(of: pack)) }
        let name = try storePack(of: ids.sorted())
        for pack in replaced where pack.name != name { packs.remove(pack) }
        looseFiles.remove(loose)
        return ids.count
    }

    /// Whether there are enough packs for ``consolidate()`` to be worthwhile.
    public var hasManyPacks: Bool {
        let objects = commonDirectory + "objects/"
        // The names alone decide most often; counting objects reads from each index.
        let names = FolderNames.read(objects + "pack/") ?? []
        guard names.count(where: { $0.hasSuffix(".idx") }) >= 16 else { return false }
        let packs = PackFolder(in: objects)
        return !packs.hasSharedIndex && packs.share(with: 0).count > 1
    }

    /// Makes a pack of objects and, when all of them have been read back from it, lets it join the store.
    ///
    /// - Returns: what the names of its files begin with.
    func storePack(of ids: [ObjectID]) throws(GitError) -> String {
        let quarantine = try PackQuarantine(of: self)
        let name = try writePack(of: ids, into: quarantine.packs)
        let pack = try packedOnly("\(quarantine.packs)\(name).idx")
        for id in ids where try unsafe !Self.isWhole(id, in: pack.pointer) {
            throw GitError(.corrupt, operation: "verify \(id)", detail: "it is not in the new pack")
        }
        PackQuarantine.release(try quarantine.admit())
        return name
    }
}
