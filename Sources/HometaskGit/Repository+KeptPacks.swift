// SPDX-License-Identifier: Apache-2.0
import Glibc

extension Repository {
    /// What stands in the `.keep` file of a pack that neither `git gc` nor upkeep writes again: its objects are large,
    /// and gain nothing by compression or by being told by what they differ in.
    static let keptForSize = "hometask photos\n"

    /// Stores objects in a pack of their own that stays as it is, uncompressed and on the disk when this returns. Those
    /// that the repository has already are left out.
    ///
    /// - Returns: the ids of all of them, in their order.
    public func storeKept(_ objects: [StoredObject]) throws(GitError) -> [ObjectID] {
        var named: [(id: ObjectID, object: StoredObject)] = []
        for object in objects { named.append((try object.name(), object)) }
        try storeKept(named)
        return named.map(\.id)
    }

    /// Stores objects whose ids are known, for large ones take time to work out.
    public func storeKept(_ objects: [(id: ObjectID, object: StoredObject)]) throws(GitError) {
        var new = Set(try missing(objects.map(\.id)))
        let pairs = objects.filter { new.remove($0.id) != nil }
        if pairs.isEmpty { return }
        let folder = commonDirectory + "objects/pack"
        if unsafe mkdir(folder, 0o777) != 0, errno != EEXIST { throw GitError.failure("make", folder, errno) }
        _ = try PackFile(stored: pairs).write(into: folder, keptFor: Self.keptForSize)
        try refresh()
    }
}
