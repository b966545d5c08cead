// SPDX-License-Identifier: Apache-2.0

/// A commit offered for a reference of a remote.
public struct PushUpdate: Hashable, Sendable {
    /// The commit to offer.
    public let commit: ObjectID
    /// The full name of the reference there, such as `refs/heads/main`.
    public let reference: String
    /// The commit that it replaces without including it; nil if the reference may only move forward. A reference at any
    /// other commit stays there.
    public let replaced: ObjectID?

    /// An offer of a commit for a reference.
    public init(commit: ObjectID, reference: String, replacing replaced: ObjectID? = nil) {
        self.commit = commit
        self.reference = reference
        self.replaced = replaced
    }
}

/// What the remote did with one offer.
public struct PushResult: Hashable, Sendable {
    /// What became of the reference there.
    public enum Outcome: Hashable, Sendable {
        /// It made the reference.
        case created
        /// It moved the reference forward.
        case updated
        /// The reference stood there before.
        case upToDate
        /// The reference stays where it was.
        case rejected(Rejection)
    }

    /// Why the reference there was not moved.
    public enum Rejection: Hashable, Sendable {
        /// It has commits that the offered one does not include: fetch, merge, and push again.
        case nonFastForward
        /// Another push came first; the same push may succeed later.
        case contended
        /// A lock file there is in the way, in these words: another push, or what is left of one that was killed.
        case locked(String)
        /// The disk there is full, in these words.
        case diskFull(String)
        /// The disk there cannot be read or written, in these words.
        case diskFailed(String)
        /// A rule or a hook there refused, in these words.
        case remoteRejected(String)
        /// Anything else, in git's words.
        case other(String)
    }

    /// The reference of the remote.
    public let reference: String
    /// What came of it.
    public let outcome: Outcome

    /// A result with all its parts.
    public init(reference: String, outcome: Outcome) {
        self.reference = reference
        self.outcome = outcome
    }
}

extension PushResult {
    /// Reads one line of `git push --porcelain`: a flag, the two references, a summary and perhaps a reason, with tabs
    /// between (git-push(1), "Output").
    ///
    /// - Parameter remote: What the remote said beside, which tells why a hook refused.
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
    /// Reads a summary such as `[rejected] (fetch first)` or `[remote rejected] (pre-receive hook declined)`.
    init(summary: String, remote: [String]) {
        let reason = summary.firstIndex(of: "(").map { summary[summary.index(after: $0)...].dropLast() } ?? ""
        let collisions = ["cannot lock ref", "failed to lock", "failed to update ref", "incorrect old value"]
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
