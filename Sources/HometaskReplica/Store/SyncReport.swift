// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskMerging

/// The direction of an exchange of commits.
public enum SyncDirection: Hashable, Sendable {
    /// Only from the remote to here.
    case pull
    /// Only from here to the remote; refused if the remote has commits that are not here.
    case push
    /// First from the remote to here, then from here to the remote.
    case both
}

/// The timeout for a remote that transfers nothing.
public enum RemoteTimeout {
    /// The default, in seconds.
    public static let usual = 30
}

/// An event during a sync, for a line that shows the progress.
public enum SyncProgress: Hashable, Sendable {
    /// A progress line of the transport: `Receiving objects: 12% (3/25)`.
    case transport(String)
    /// The exchange is retried, because others pushed in the meantime; the value counts the attempts.
    case retrying(attempt: Int)
    /// The progress of sending or fetching photos.
    case photos(PhotoProgress)
}

/// The photos that a sync exchanged.
public struct PhotoReport: Hashable, Sendable {
    /// The number of originals sent to remotes; if several remotes lacked different ones, the largest number for one
    /// remote.
    public var sent = 0
    /// The number of thumbnails received.
    public var thumbnails = 0
    /// The number of originals fetched by the policy (`PhotoPolicy`).
    public var originals = 0
    /// Why photos could not be exchanged although the documents were; nil if nothing failed.
    public var failure: ReplicaError?
    /// Why this device could not determine the photos to exchange, so that the next sync retries; nil if it could.
    public var postponed: String?

    /// Creates a report of a sync in which no photo moved and nothing went wrong.
    public init() {}
}

/// The result of a sync.
public struct SyncReport: Hashable, Sendable {
    /// The names of the remotes that took part.
    public let remotes: [String]
    /// The remotes, among several, with which nothing could be exchanged.
    public let failed: [FailedRemote]
    /// The remotes that lacked commits which they had at the last exchange with this device.
    public let rolledBack: [RolledBackRemote]
    /// The number of commits received from the remotes.
    public let received: Int
    /// The number of commits sent to the remotes; if several remotes lacked different ones, the largest number for one
    /// remote.
    public let sent: Int
    /// The documents that both sides had changed and that were merged.
    public let joined: [DocumentPath]
    /// The documents with a new open conflict after this sync.
    public let conflicted: [DocumentPath]
    /// The documents that could not be merged and stay unchanged, with the reason.
    public let skipped: [SkippedDocument]
    /// The number of documents whose hand edits in the working tree were recorded first.
    public let tookInEdits: Int
    /// The files missing in the working tree, if there are too many to count as deletions without confirmation.
    public let missing: [String]
    /// The documents that were changed by two copies of one device, because its disk was restored or its folder copied.
    /// They contain the changes of both copies.
    public let forked: [ForkedDocument]
    /// The results of concurrent changes that left no conflict, each as a sentence for people.
    public let notices: [String]
    /// Second branches of this family at the remotes, with changes that are not here.
    public let otherBranches: [OtherBranch]
    /// The time of the newest commit at a remote, by the clock of its device; nil if no remote has one.
    public let newest: Timestamp?
    /// The commit at the tip of the branch now.
    public let commit: String?
    /// The photos that were exchanged afterwards.
    public var photos = PhotoReport()

    /// Creates a report without photos: ``photos`` is filled in when they have been exchanged.
    public init(
        remotes: [String], failed: [FailedRemote] = [], rolledBack: [RolledBackRemote] = [], received: Int, sent: Int,
        joined: [DocumentPath],
        conflicted: [DocumentPath],
        skipped: [SkippedDocument], tookInEdits: Int, missing: [String], forked: [ForkedDocument],
        notices: [String] = [], otherBranches: [OtherBranch] = [], newest: Timestamp? = nil, commit: String?
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
        self.otherBranches = otherBranches
        self.newest = newest
        self.commit = commit
    }
}

/// A remote with which nothing could be exchanged.
public struct FailedRemote: Hashable, Sendable {
    /// The name of the remote on this device.
    public let remote: String
    /// Why no commits could be exchanged with the remote.
    public let error: ReplicaError

    /// Creates a description of a failed remote.
    public init(remote: String, error: ReplicaError) {
        self.remote = remote
        self.error = error
    }
}

/// A remote whose branch lost commits: it was created again, emptied or restored from a backup, or its name now refers
/// to another repository.
public struct RolledBackRemote: Hashable, Sendable {
    /// The name of the remote on this device.
    public let remote: String
    /// The number of commits that the remote had before and now lacks.
    public let lacked: Int

    /// Creates a description of a remote that was rolled back.
    public init(remote: String, lacked: Int) {
        self.remote = remote
        self.lacked = lacked
    }
}

/// A document that a merge or a command had to skip.
public struct SkippedDocument: Hashable, Sendable {
    /// The path in the repository.
    public let path: String
    /// The reason, in a sentence.
    public let reason: String
    /// Whether a sync left an edit by hand in its file, rather than what a remote has.
    public let isHandEdit: Bool

    /// Creates a description of a skipped document.
    public init(path: String, reason: String, isHandEdit: Bool = false) {
        self.path = path
        self.reason = reason
        self.isHandEdit = isHandEdit
    }
}

/// A document that was changed by two copies of one actor as if they were different writers.
public struct ForkedDocument: Hashable, Sendable {
    /// The path of the document in the repository.
    public let path: DocumentPath
    /// The actors of which two copies changed the document.
    public let actors: [ActorID]

    /// Creates a description of a document with such actors.
    public init(path: DocumentPath, actors: [ActorID]) {
        self.path = path
        self.actors = actors
    }
}

/// The result of recording hand edits in the working tree.
public struct HandEditReport: Hashable, Sendable {
    /// The command name for commits of hand edits.
    public static let command = "edit by hand"

    /// The documents whose edits were recorded.
    public let taken: [DocumentPath]
    /// The files that cannot be recorded, with the reason; they stay as they are.
    public let skipped: [SkippedDocument]
    /// The missing files, if there are too many to count as deletions without confirmation.
    public let missing: [String]

    /// Creates a report; all three are empty if there were no hand edits.
    public init(taken: [DocumentPath], skipped: [SkippedDocument], missing: [String]) {
        self.taken = taken
        self.skipped = skipped
        self.missing = missing
    }
}

/// The progress of sending or fetching originals.
public struct PhotoProgress: Hashable, Sendable {
    /// Whether originals are sent to the remote; otherwise they are fetched.
    public let isSending: Bool
    /// The number of photos that have definitely arrived.
    public var photos = 0
    /// The total number of photos to send or fetch.
    public let totalPhotos: Int
    /// The approximate number of bytes that were transferred: a remote reports objects, not bytes.
    public var bytes = 0
    /// The total number of bytes to transfer; a photo to fetch whose document does not give its size counts as 0.
    public let totalBytes: Int

    /// Creates the progress of an exchange that has not begun.
    public init(isSending: Bool, totalPhotos: Int, totalBytes: Int) {
        self.isSending = isSending
        self.totalPhotos = totalPhotos
        self.totalBytes = totalBytes
    }
}
