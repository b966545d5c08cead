// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

extension PackStore {
    /// The approximate size in bytes of objects that are put into one new pack.
    private static var erasurePortion: Int { 64 << 20 }

    /// Removes objects from the packs that are kept for their size. Before such a pack is removed, its other objects
    /// are complete in other packs and on the disk. A process that is reading the removed pack can continue.
    ///
    /// The caller ensures that no other process consolidates packs in the meantime.
    ///
    /// - Returns: the given objects that the repository still has elsewhere.
    public func drop(_ ids: Set<ObjectID>) throws(GitError) -> Set<ObjectID> {
        let packs = KeptPacks(in: repository.commonDirectory + "objects/")
        for pack in packs.packs {
            guard let held = PackCopy(of: packs.path + pack.name)?.ids, held.contains(where: { ids.contains($0) })
            else {
                continue
            }
            try repackObjects(held.filter { !ids.contains($0) }, in: packs.path)
            packs.remove(packs.path + pack.name)
        }
        try repository.refresh()
        // An open repository still refers to packs that have been removed.
        return try ids.subtracting(Repository.open(at: repository.commonDirectory).missing(Array(ids)))
    }

    /// Puts objects of the repository into new packs that are kept for their size.
    private func repackObjects(_ ids: [ObjectID], in folder: String) throws(GitError) {
        var (portion, bytes): ([(id: ObjectID, object: StoredObject)], Int) = ([], 0)
        for id in ids {
            let object = try storedObject(id)
            portion.append((id, object))
            bytes += object.bytes.count
            guard bytes >= Self.erasurePortion else { continue }
            _ = try PackFile(stored: portion).writeFiles(into: String(folder.dropLast()), keptFor: Self.keptForSize)
            (portion, bytes) = ([], 0)
        }
        if portion.isEmpty { return }
        _ = try PackFile(stored: portion).writeFiles(into: String(folder.dropLast()), keptFor: Self.keptForSize)
    }

    private func storedObject(_ id: ObjectID) throws(GitError) -> StoredObject {
        let header = try repository.header(of: id)
        guard let kind = [ObjectKind.blob, .tree, .commit].first(where: { $0.type == header.type }) else {
            throw GitError(.corrupt, operation: "read \(id)", detail: "it is not of a kind that photos have")
        }
        return StoredObject(kind: kind, bytes: try repository.readBytes(id, kind, limit: header.size))
    }
}
