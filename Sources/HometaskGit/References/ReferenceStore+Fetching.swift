// SPDX-License-Identifier: Apache-2.0
import Glibc

extension ReferenceStore {
    /// Moves a reference to its fetched commit, even if others move it concurrently.
    ///
    /// - Returns: nil if it is already there.
    func moveFetched(
        _ name: String, to new: ObjectID, isForced: Bool, from remote: String
    ) throws(GitError) -> FetchOutcome.Update? {
        let signature = Signature(name: "hometask", email: "hometask@localhost", seconds: Int64(time(nil)))
        var old = try target(of: name)
        for _ in 0..<8 where old != new {
            if !isForced, let old, try !repository.commits.isAncestor(old, of: new) {
                throw GitError(.modified, operation: "move \(name)", detail: "\(new) is not a descendant of \(old)")
            }
            let outcome = try move(
                name, from: old, to: new, signature: signature, message: "fetch \(RemoteURL.redacting(remote))")
            guard case .changed(let now) = outcome else {
                try repository.references.flushReference(name)
                return FetchOutcome.Update(reference: name, old: old, new: new)
            }
            old = now
        }
        if old == new { return nil }
        throw GitError(.locked, operation: "move \(name)", detail: "other programs keep moving it")
    }
}
