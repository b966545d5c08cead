// SPDX-License-Identifier: Apache-2.0

/// The target of HEAD: a branch, which may have no commit yet, or a commit directly.
public enum Head: Hashable, Sendable {
    /// A branch (its full name, such as `refs/heads/main`) and the commit at its tip.
    case branch(name: String, tip: ObjectID)
    /// A branch that has no commit yet.
    case unborn(name: String)
    /// A commit, as after checking out a tag.
    case detached(ObjectID)

    /// The commit, if there is one.
    public var commit: ObjectID? {
        switch self {
        case .branch(_, let tip), .detached(let tip): tip
        case .unborn: nil
        }
    }
}
