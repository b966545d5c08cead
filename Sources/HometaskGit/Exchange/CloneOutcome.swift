// SPDX-License-Identifier: Apache-2.0

/// The result of a clone.
public enum CloneOutcome: Hashable, Sendable {
    /// A repository with commits.
    case cloned
    /// The remote has no commit yet.
    case empty
}
