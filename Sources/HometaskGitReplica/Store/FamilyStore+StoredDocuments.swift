// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit

extension FamilyStore {
    /// Returns the contents at a path of a tree; nil if there is nothing.
    func storedDocument(at path: String, in tree: ObjectID?) throws -> StoredDocument? {
        do {
            guard let tree, let entry = try repository.trees.entry(at: path, in: tree) else { return nil }
            return try StoredDocument(entry, at: path, in: self)
        } catch {
            throw error.replicaError(subject: path)
        }
    }
}
