// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskMerging

/// Which way commits travel.
public enum SyncDirection: Hashable, Sendable {
    /// Only from the remote to here.
    case pull
    /// Only from here to the remote; refused where the remote has commits that are not here.
    case push
    /// From the remote to here first, and then from here to the remote.
    case both
}

/// For how long a remote may send and take nothing before the exchange with it is given up.
public enum RemoteTimeout {
    /// Where nothing else is said, in seconds.
    public static let usual = 30
}

/// How far a sync has come.
public enum SyncProgress: Hashable, Sendable {
    /// A line of the transport's own: `Receiving objects: 12% (3/25)`.
    case transport(String)
    /// Somebody pushed in between, and it starts again for the given time.
    case retrying(attempt: Int)
    /// So many photos of those that are to be sent or fetched.
    case photos(PhotoProgress)
}

/// What a sync did with photos.
public struct PhotoReport: Hashable, Sendable {
    /// How many originals went to remotes; where they lacked different ones, those that one of them lacked at most.
    public var sent = 0
    /// How many thumbnails came.
    public var thumbnails = 0
    /// How many originals came by themselves (``PhotoPolicy``).
    public var originals = 0
    /// Why photos could not be exchanged though the documents were; nil if nothing went wrong.
    public var failure: ReplicaError?
    /// What kept this device from looking which photos to exchange, so that the next sync does; nil if nothing did.
    public var postponed: String?

    /// Creates a report of a sync in which no photo moved and nothing went wrong.
    public init() {}
}

/// What a sync did.
public struct SyncReport: Hashable, Sendable {
    /// The names of the remotes that took part.
    public let remotes: [String]
    /// Remotes, of several, with which nothing could be exchanged.
    public let failed: [FailedRemote]
    /// Remotes that lacked commits that they had when this device last exchanged with them.
    public let rolledBack: [RolledBackRemote]
    /// Commits that came from the remotes.
    public let received: Int
    /// Commits that went to the remotes; where they lacked different ones, those that one of them lacked at most.
    public let sent: Int
    /// Documents that both sides had changed, and that were joined.
    public let joined: [DocumentPath]
    /// Documents that came out of this sync with an open conflict that was not there before.
    public let conflicted: [DocumentPath]
    /// Documents that could not be joined and stay as they are, with the reason.
    public let skipped: [SkippedDocument]
    /// Whether edits made in the working tree were taken in first.
    public let tookInEdits: Int
    /// Files that are missing in the working tree, and too many to be taken as deletions unasked.
    public let missing: [String]
    /// Documents that one device had changed along two lines: its disk was set back, or its folder copied. What both
    /// lines wrote stands in them.
    public let forked: [ForkedDocument]
    /// What became of things that people did apart and that left no conflict, each as a sentence for people.
    public let notices: [String]
    /// The commit that the branch names now.
    public let commit: String?
    /// What was done with photos, after all that.
    public var photos = PhotoReport()

    /// Creates a report without photos: ``photos`` is filled in when they have been exchanged.
    public init(
        remotes: [String], failed: [FailedRemote] = [], rolledBack: [RolledBackRemote] = [], received: Int, sent: Int,
        joined: [DocumentPath],
        conflicted: [DocumentPath],
        skipped: [SkippedDocument], tookInEdits: Int, missing: [String], forked: [ForkedDocument],
        notices: [String] = [], commit: String?
    ) {
        self.remotes = remotes
        self.failed = failed
        self.rolledBack = rolledBack
        self.received = received
        self.sent = sent
        self.joined = joined
        self.conflicted = conflicted
        self.skipped = skipped
        self.tookInEdits = tookInEdits
        self.missing = missing
        self.forked = forked
        self.notices = notices
        self.commit = commit
    }
}

/// A remote with which nothing could be exchanged.
public struct FailedRemote: Hashable, Sendable {
    /// The name that the remote has on this device.
    public let remote: String
    /// What kept commits from being exchanged with it.
    public let error: ReplicaError

    /// A remote that failed.
    public init(remote: String, error: ReplicaError) {
        self.remote = remote
        self.error = error
    }
}

/// A remote whose branch lost commits: it was created again, emptied or restored from a backup, or its name leads
/// elsewhere now.
public struct RolledBackRemote: Hashable, Sendable {
    /// The name that the remote has on this device.
    public let remote: String
    /// How many commits it lacked that it had before.
    public let lacked: Int

    /// A remote that was rolled back.
    public init(remote: String, lacked: Int) {
        self.remote = remote
        self.lacked = lacked
    }
}

/// A document that a merge or a command had to pass over.
public struct SkippedDocument: Hashable, Sendable {
    /// Its place in the repository.
    public let path: String
    /// Why, in a sentence.
    public let reason: String

    /// A document that was skipped.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }
}

/// A document that one actor changed along two lines, as two writers would.
public struct ForkedDocument: Hashable, Sendable {
    /// Where the document lies in the repository.
    public let path: DocumentPath
    /// The actors that changed it along two lines.
    public let actors: [ActorID]

    /// A document with the actors of which it holds two lines.
    public init(path: DocumentPath, actors: [ActorID]) {
        self.path = path
        self.actors = actors
    }
}

/// What became of edits made with an editor in the working tree.
public struct HandEditReport: Hashable, Sendable {
    /// What stands in place of a command where hand edits are committed.
    public static let command = "edit by hand"

    /// Documents that were taken in.
    public let taken: [DocumentPath]
    /// Files that cannot be taken in, with the reason; they stay as they are.
    public let skipped: [SkippedDocument]
    /// Files that are missing, and too many to be taken as deletions unasked.
    public let missing: [String]

    /// Creates a report; all three are empty if nobody had edited anything.
    public init(taken: [DocumentPath], skipped: [SkippedDocument], missing: [String]) {
        self.taken = taken
        self.skipped = skipped
        self.missing = missing
    }
}
