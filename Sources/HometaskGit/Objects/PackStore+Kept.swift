// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

extension PackStore {
    /// The content of the `.keep` file of a pack that neither `git gc` nor upkeep rewrites: its objects are large, and
    /// do not benefit from compression or deltas.
    static let keptForSize = "hometask photos\n"

    /// Stores objects uncompressed in a separate pack that is never rewritten, and flushes it. Objects that the
    /// repository already has are left out.
    ///
    /// - Returns: the ids of all of them, in order.
    public func storeKept(_ objects: [StoredObject]) throws(GitError) -> [ObjectID] {
        var named: [(id: ObjectID, object: StoredObject)] = []
        for object in objects { named.append((try object.name(), object)) }
        try storeKept(named)
        return named.map(\.id)
    }

    /// Stores objects whose ids are known, to avoid computing the ids of large objects again.
    public func storeKept(_ objects: [(id: ObjectID, object: StoredObject)]) throws(GitError) {
        var new = Set(try repository.missing(objects.map(\.id)))
        let pairs = objects.filter { new.remove($0.id) != nil }
        if pairs.isEmpty { return }
        let folder = repository.commonDirectory + "objects/pack"
        if unsafe mkdir(folder, 0o777) != 0, errno != EEXIST { throw GitError.failure("make", folder, cause: errno) }
        _ = try PackFile(stored: pairs).writeFiles(into: folder, keptFor: Self.keptForSize)
        try repository.refresh()
    }
}
