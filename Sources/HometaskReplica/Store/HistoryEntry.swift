// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A commit, as the family's diary tells it.
public struct HistoryEntry: Hashable, Sendable {
    /// The commit's id, 40 hexadecimal digits.
    public let commit: String
    /// The commits before it.
    public let parents: [String]
    /// The author's name as the commit has it: the member's or else the family's; `hometask` for a merge.
    public let author: String
    /// When the author wrote it.
    public let time: Timestamp
    /// The first line of the message.
    public let subject: String
    /// The rest of the message, without trailers.
    public let body: String
    /// Whether it joins what several devices did.
    public var isMerge: Bool { parents.count > 1 }
    /// Whether hometask made it; other commits come from git itself.
    public let isOurs: Bool
    /// The plugins that had a part in it.
    public let plugins: [PluginShare]

    /// Creates an entry; `plugins` stays empty where no plugin had a part in the commit.
    public init(
        commit: String, parents: [String], author: String, time: Timestamp, subject: String, body: String, isOurs: Bool,
        plugins: [PluginShare] = []
    ) {
        self.plugins = plugins
        self.commit = commit
        self.parents = parents
        self.author = author
        self.time = time
        self.subject = subject
        self.body = body
        self.isOurs = isOurs
    }
}

/// Something that looking the repository over brought up.
public struct Finding: Hashable, Sendable {
    /// How grave a finding is.
    public enum Severity: String, Hashable, Sendable {
        /// What was looked at is as it should be.
        case fine
        /// It works, and could be better.
        case advice
        /// Something does not work as it should.
        case problem
        /// It was a problem, and has been mended.
        case mended
    }

    /// How grave it is.
    public let severity: Severity
    /// What was looked at: `merge driver`, `objects`.
    public let subject: String
    /// What was found, in a sentence.
    public let message: String
    /// What to do next.
    public let hint: String?

    /// Creates a finding; `hint` is nil where there is nothing to do.
    public init(_ severity: Severity, _ subject: String, _ message: String, hint: String? = nil) {
        self.severity = severity
        self.subject = subject
        self.message = message
        self.hint = hint
    }
}
