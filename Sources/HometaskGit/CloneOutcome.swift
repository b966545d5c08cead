// SPDX-License-Identifier: Apache-2.0

/// What a clone brought.
public enum CloneOutcome: Hashable, Sendable {
    /// A repository with commits.
    case cloned
    /// The remote has no commit yet.
    case empty
}
