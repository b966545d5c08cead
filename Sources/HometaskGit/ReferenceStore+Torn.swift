// SPDX-License-Identifier: Apache-2.0
import Glibc

extension ReferenceStore {
    /// The names of references in a folder, such as `refs/remotes`, whose files hold no reference.
    public func torn(in folder: String) -> [String] {
        TornReferences.names(in: folder, of: repository.commonDirectory)
    }

    /// Removes the files of references in a folder that hold no reference: git does not create those references again
    /// while the files exist. If `packed-refs` has an earlier state, it counts again.
    ///
    /// - Returns: their names.
    @discardableResult
    public func removeTorn(in folder: String) -> [String] {
        torn(in: folder).filter { unsafe unlink(repository.commonDirectory + $0) == 0 }
    }
}
