// SPDX-License-Identifier: Apache-2.0

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
