// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily

/// What a replica is like at the moment.
public struct ReplicaStatus: Hashable, Sendable {
    /// How the branch stands to what the remote held when it was last asked.
    public struct Distance: Hashable, Sendable {
        /// Commits here that the remote did not have.
        public let ahead: Int
        /// Commits there that are not here yet.
        public let behind: Int

        /// Creates a distance from two counts of commits; both are 0 if the branches are the same.
        public init(ahead: Int, behind: Int) {
            self.ahead = ahead
            self.behind = behind
        }
    }

    /// The branch, `main` as a rule.
    public let branch: String
    /// The commit that the branch names; nil before the first.
    public let commit: String?
    /// The tree of that commit: two replicas whose trees have one name hold the same documents, byte for byte.
    public let tree: String?
    /// The remote that `sync` uses; nil if there is none.
    public let remote: Remote?
    /// How the branch stands to the remote's; nil if the remote has never been asked.
    public let distance: Distance?
    /// When a sync with the remote last succeeded.
    public let lastSync: Timestamp?
    /// Files that somebody edited and no command has taken in.
    public let handEdited: [String]
    /// Documents with open conflicts.
    public let conflicted: [DocumentPath]
    /// Those of them that one device had changed along two lines, as a sync here determined.
    public let forked: [ForkedDocument]
    /// Documents that cannot be read, with the reason: line and column where it is the text. A file that is well-formed
    /// and yet no document may be missing here; `Replica.examine` finds it.
    public let unreadable: [SkippedDocument]
    /// Documents that lie where none counts: stray copies, and versions that could not be joined.
    public let strays: [SkippedDocument]

    /// Creates a status from what a store determined about one repository.
    public init(
        branch: String, commit: String?, tree: String?, remote: Remote?, distance: Distance?, lastSync: Timestamp?,
        handEdited: [String], conflicted: [DocumentPath], forked: [ForkedDocument],
        unreadable: [SkippedDocument], strays: [SkippedDocument] = []
    ) {
        self.branch = branch
        self.commit = commit
        self.tree = tree
        self.remote = remote
        self.distance = distance
        self.lastSync = lastSync
        self.handEdited = handEdited
        self.conflicted = conflicted
        self.forked = forked
        self.unreadable = unreadable
        self.strays = strays
    }
}

/// Another repository of the same family.
public struct Remote: Hashable, Sendable {
    /// Its name here, `origin` as a rule.
    public let name: String
    /// Its URL, without a password.
    public let url: String
    /// Whether the URL has a password, or a token, where it is kept.
    public let holdsPassword: Bool

    /// Creates a remote; a password must be taken out of `url` before.
    public init(name: String, url: String, holdsPassword: Bool = false) {
        self.name = name
        self.url = url
        self.holdsPassword = holdsPassword
    }
}
