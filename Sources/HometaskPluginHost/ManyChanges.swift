// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskMerging
public import HometaskReplica

/// That a plugin changes or deletes so many documents that a person is asked, as for as many of their own.
public struct ManyChanges: Error, Hashable, Sendable {
    /// The id of the plugin that makes the changes.
    public let plugin: String
    /// How many documents become others.
    public let changed: Int
    /// How many go into the trash.
    public let deleted: Int

    /// The number of documents above which hometask asks for confirmation.
    public static let limit = 20

    /// What a plugin does to documents that were there before a transaction; nil if that is not much.
    ///
    /// - Parameter others: what was changed before the plugin was asked: that these are changed further is not counted,
    ///   only that they are deleted.
    public init?(of plugin: String, in transaction: Transaction, beside others: Set<DocumentPath> = []) throws {
        var (changed, deleted) = (0, 0)
        guard transaction.staged.count > Self.limit else { return nil }
        for change in try transaction.changes() {
            guard let before = change.before else { continue }
            if !before.isDeleted, change.after.isDeleted {
                deleted += 1
            } else if !others.contains(change.path) {
                changed += 1
            }
        }
        guard changed + deleted > Self.limit else { return nil }
        (self.plugin, self.changed, self.deleted) = (plugin, changed, deleted)
    }

    /// What it does, in words that follow a name and a verb: `change 25 documents and put 3 into the trash`.
    public var words: String {
        var parts: [String] = []
        if changed > 0 { parts.append("change \(changed) document\(changed == 1 ? "" : "s")") }
        if deleted > 0 { parts.append("put \(deleted) document\(deleted == 1 ? "" : "s") into the trash") }
        return parts.joined(separator: " and ")
    }
}
