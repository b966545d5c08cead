// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A commit as an entry of the family's log.
public struct HistoryEntry: Hashable, Sendable {
    /// The first line of a merge's message: identical on every device, like the whole commit.
    package static let mergeSubject = "Joined what several devices did"

    /// The commit's id, 40 hexadecimal digits.
    public let commit: String
    /// The ids of its parent commits.
    public let parents: [String]
    /// The author's name in the commit: the member's, otherwise the family's; `hometask` for a merge.
    public let author: String
    /// The time at which the author made the change.
    public let time: Timestamp
    /// The first line of the message.
    public let subject: String
    /// The message without its first line and trailers.
    public let body: String
    /// Whether the commit merges the changes of several devices.
    public var isMerge: Bool { parents.count > 1 }
    /// Whether hometask made the commit; other commits come from git itself.
    public let isOurs: Bool
    /// The plugins that took part in the commit.
    public let plugins: [PluginShare]

    /// Creates an entry; `plugins` stays empty if no plugin took part in the commit.
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

/// The share of a plugin in a commit.
public struct PluginShare: Hashable, Sendable {
    /// The id of the plugin, which may not be installed on this device.
    public let plugin: String
    /// The number of successive plugin reactions since a person's change: 0 if the plugin took part in the person's
    /// change, 1 if it reacted to that change, 2 if it reacted to such a reaction.
    public let generation: Int

    /// Creates a share; a `generation` of 0 to 1000 can be read back from the commit.
    public init(plugin: String, generation: Int) {
        self.plugin = plugin
        self.generation = generation
    }
}
