// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily

/// The present status of a replica.
public struct ReplicaStatus: Hashable, Sendable {
    /// The distance between the branch and the remote's branch at the last contact.
    public struct Distance: Hashable, Sendable {
        /// The number of commits here that the remote did not have.
        public let ahead: Int
        /// The number of commits there that are not here yet.
        public let behind: Int

        /// Creates a distance from two counts of commits; both are 0 if the branches are the same.
        public init(ahead: Int, behind: Int) {
            self.ahead = ahead
            self.behind = behind
        }
    }

    /// The branch, usually `main`.
    public let branch: String
    /// The commit at the tip of the branch; nil before the first commit.
    public let commit: String?
    /// The id of that commit's tree: replicas with the same id have the same documents, byte for byte.
    public let tree: String?
    /// The remote that `sync` uses; nil if there is none.
    public let remote: Remote?
    /// The distance between the branch and the remote's; nil if the remote has never been contacted.
    public let distance: Distance?
    /// The time of the last successful sync with the remote.
    public let lastSync: Timestamp?
    /// The files with hand edits that no command has recorded yet.
    public let handEdited: [String]
    /// The documents with open conflicts.
    public let conflicted: [DocumentPath]
    /// The conflicted documents that were changed by two copies of one device, as a sync on this device detected.
    public let forked: [ForkedDocument]
    /// The documents that cannot be read, with the reason; for a syntax error, with line and column. A file that is
    /// well-formed but not a valid document may be missing here; `Replica.examine` finds it.
    public let unreadable: [SkippedDocument]
    /// Documents in places where they are ignored: stray copies, and versions that could not be merged.
    public let strays: [SkippedDocument]
    /// Second branches of this family at the remotes, as last fetched, with changes that are not here.
    public let otherBranches: [OtherBranch]

    /// Creates a status from what a store determined about one repository.
    public init(
        branch: String, commit: String?, tree: String?, remote: Remote?, distance: Distance?, lastSync: Timestamp?,
        handEdited: [String], conflicted: [DocumentPath], forked: [ForkedDocument],
        unreadable: [SkippedDocument], strays: [SkippedDocument] = [], otherBranches: [OtherBranch] = []
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
        self.otherBranches = otherBranches
    }
}

extension ReplicaStatus {
    /// The maximum lag in seconds: the time after which unsynced changes of a device or a server are reported.
    public static let longestLag: Int64 = 86_400

    /// Whether changes may have been unsynced for more than a day.
    public func lags(at now: Timestamp) -> Bool {
        guard remote != nil, distance?.ahead != 0 else { return false }
        return lastSync.map { now.seconds - $0.seconds > Self.longestLag } ?? true
    }
}

/// Another repository of the same family.
public struct Remote: Hashable, Sendable {
    /// The name of the default remote.
    public static let usualName = "origin"

    /// The remote's name on this device, usually `origin`.
    public let name: String
    /// The remote's URL, without a password.
    public let url: String
    /// Whether the stored URL contains a password or a token.
    public let holdsPassword: Bool

    /// Creates a remote; a password must have been removed from `url`.
    public init(name: String, url: String, holdsPassword: Bool = false) {
        self.name = name
        self.url = url
        self.holdsPassword = holdsPassword
    }

    /// Returns the default remote: ‘origin’, otherwise the first by name.
    ///
    /// - Parameter remotes: all remotes, by name.
    public static func usual(of remotes: [Remote]) -> Remote? {
        remotes.first { $0.name == usualName } ?? remotes.first
    }
}
