// SPDX-License-Identifier: Apache-2.0

/// The most recently read commits: a command that asks for the tip many times reads it once.
///
/// An object never changes under its id, so the cache never becomes stale.
final class CommitCache {
    private var commits: [ObjectID: Commit] = [:]
    /// The maximum number of commits, and the maximum length of a message in bytes.
    private static let limits = (count: 32, message: 4096)

    subscript(id: ObjectID) -> Commit? {
        get { commits[id] }
        set {
            guard let newValue, newValue.message.utf8.count <= Self.limits.message else { return }
            if commits.count == Self.limits.count { commits.removeAll() }
            commits[id] = newValue
        }
    }
}
