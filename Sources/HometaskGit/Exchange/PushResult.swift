// SPDX-License-Identifier: Apache-2.0

/// A commit offered for a reference of a remote.
public struct PushUpdate: Hashable, Sendable {
    /// The commit to offer.
    public let commit: ObjectID
    /// The full name of the reference at the remote, such as `refs/heads/main`.
    public let reference: String
    /// The current commit, which may be replaced without being an ancestor of the new one; nil to allow only a
    /// fast-forward. A reference at any other commit is not moved.
    public let replaced: ObjectID?

    /// Creates an offer of a commit for a reference.
    public init(commit: ObjectID, reference: String, replacing replaced: ObjectID? = nil) {
        self.commit = commit
        self.reference = reference
        self.replaced = replaced
    }
}

/// The remote's response to one offer.
public struct PushResult: Hashable, Sendable {
    /// The effect on the reference at the remote.
    public enum Outcome: Hashable, Sendable {
        /// The remote created the reference.
        case created
        /// The remote moved the reference forward.
        case updated
        /// The reference was already at the offered commit.
        case upToDate
        /// The reference was not moved.
        case rejected(Rejection)
    }

    /// Why the reference at the remote was not moved.
    public enum Rejection: Hashable, Sendable {
        /// The reference has commits that the offered one does not include: fetch, merge, and push again.
        case nonFastForward
        /// Another push came first; the same push may succeed later.
        case contended
        /// A lock file at the remote blocks the push, with the remote's message. Another push holds the lock, or a
        /// killed one left it behind.
        case locked(String)
        /// The remote's disk is full, with the remote's message.
        case diskFull(String)
        /// The remote's disk cannot be read or written, with the remote's message.
        case diskFailed(String)
        /// A rule or a hook of the remote refused, with the remote's message.
        case remoteRejected(String)
        /// Any other reason, with git's message.
        case other(String)
    }

    /// The reference of the remote.
    public let reference: String
    /// The outcome for the reference.
    public let outcome: Outcome

    /// Creates a result, as a transport reports it.
    public init(reference: String, outcome: Outcome) {
        self.reference = reference
        self.outcome = outcome
    }
}

extension PushResult {
    /// Parses one line of `git push --porcelain`: a flag, the two references, a summary and perhaps a reason, separated
    /// by tabs (git-push(1), "Output").
    ///
    /// - Parameter remote: The remote's other messages, which explain why a hook refused.
    init?(porcelain line: String, remote: [String]) {
        let fields = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false).map { String($0) }
        guard fields.count == 3, fields[0].utf8.count == 1, let colon = fields[1].lastIndex(of: ":") else { return nil }
        let reference = String(fields[1][fields[1].index(after: colon)...])
        switch fields[0] {
        case "*": self.init(reference: reference, outcome: .created)
        case " ", "+": self.init(reference: reference, outcome: .updated)
        case "=": self.init(reference: reference, outcome: .upToDate)
        default: self.init(reference: reference, outcome: .rejected(Rejection(summary: fields[2], remote: remote)))
        }
    }
}

extension PushResult.Rejection {
    /// Parses a summary such as `[rejected] (fetch first)` or `[remote rejected] (pre-receive hook declined)`.
    init(summary: String, remote: [String]) {
        let reason = summary.firstIndex(of: "(").map { summary[summary.index(after: $0)...].dropLast() } ?? ""
        // git says "needs force" if a 'git gc' removes the commit that it is comparing with, or moves it to a pack, and
        // "stale info" if the reference is not at the commit that the offer replaces.
        let collisions = [
            "cannot lock ref", "failed to lock", "failed to update ref", "incorrect old value", "needs force",
            "stale info",
        ]
        if summary.hasPrefix("[rejected]"), reason == "fetch first" || reason == "non-fast-forward" {
            self = .nonFastForward
        } else if !reason.contains("hook declined"), let line = GitComplaint.diskThere(remote.map { "remote: \($0)" }) {
            let words = String(line.dropFirst("remote: ".count))
            self = line.contains("Input/output error") ? .diskFailed(words) : .diskFull(words)
        } else if collisions.contains(where: { reason.hasPrefix($0) }) {
            let lock = (remote + [String(reason)]).first { $0.contains(".lock") && $0.contains("File exists") }
            self = lock.map { .locked($0) } ?? .contended
        } else if summary.hasPrefix("[remote rejected]") {
            self = .remoteRejected((remote + [String(reason)]).joined(separator: "\n"))
        } else {
            self = .other(summary)
        }
    }
}
