// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import HometaskPlatform
import HometaskSystem

/// Consolidates, keeps and removes the packs and loose objects of a repository.
public struct PackStore {
    let repository: Repository

    /// Consolidates the loose objects and those of small packs into one larger pack, so that the store stays small and
    /// few files have to be searched.
    ///
    /// Other processes may read and write in the meantime, and this process may be killed at any point. The new pack is
    /// created in a separate folder, read back and flushed before it joins the store; only then are the files that it
    /// replaces removed. No object is left out, not even an unreachable one, which may belong to a commit in progress.
    /// Packs that must not be changed stay (`.keep`, cruft packs and those of partial clones). All packs stay if
    /// another program maintains a multi-pack index.
    ///
    /// - Returns: the number of objects that were rewritten.
    @discardableResult
    public func consolidate() throws(GitError) -> Int {
        let packs = PackFolder(in: repository.commonDirectory + "objects/")
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
        let objects = repository.commonDirectory + "objects/"
        // The number of names usually decides; counting objects requires reading every index.
        let names = FolderNames.read(objects + "pack/") ?? []
        guard names.count(where: { $0.hasSuffix(".idx") }) >= 16 else { return false }
        let packs = PackFolder(in: objects)
        return !packs.hasSharedIndex && packs.share(with: 0).count > 1
    }

    /// Writes a pack of objects and moves it into the store after all of them have been read back from it.
    ///
    /// - Returns: the beginning of its files' names.
    func storePack(of ids: [ObjectID]) throws(GitError) -> String {
        let quarantine = try PackQuarantine(of: repository)
        let name = try writePack(of: ids, into: quarantine.packs)
        let pack = try packedOnly("\(quarantine.packs)\(name).idx")
        for id in ids where try unsafe !Self.isWhole(id, in: pack.pointer) {
            throw GitError(.corrupt, operation: "verify \(id)", detail: "it is not in the new pack")
        }
        PackQuarantine.release(try quarantine.admit())
        return name
    }
}

extension PackStore {
    /// Returns the number of files in the object store that killed programs have left.
    public func leftoverCount() -> Int { StoreLeftovers.count(in: repository.commonDirectory + "objects/") }

    /// Removes the files that killed programs have left in the object store; a fetch removes those that may be large.
    ///
    /// - Returns: the number of removed files.
    public func removeLeftovers() -> Int {
        StoreLeftovers.remove(from: repository.commonDirectory + "objects/", everywhere: true)
    }
}

extension PackStore {
    /// A file that `git prune` removes, like all temporary files (git-prune(1)), after it has removed the unreachable
    /// objects. If the file exists, no prune has ended since it was created.
    ///
    /// `git prune` first determines what is reachable and later removes objects one by one. An object that is written
    /// in between is removed even if a branch leads to it by then. With `--expire=now` (`git gc --prune=now`) this
    /// applies even to the newest objects.
    private var pruneMark: String { repository.commonDirectory + "objects/tmp_hometask_mark" }

    /// Whether no prune has ended since ``markUnpruned()``.
    public var isMarkedUnpruned: Bool { unsafe access(pruneMark, F_OK) == 0 }

    /// Marks the object store, so that the end of a prune can be detected; does nothing if the mark exists, or cannot
    /// be created.
    public func markUnpruned() {
        let file = unsafe HometaskPlatform.open(pruneMark, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if file >= 0 { close(file) }
    }
}
