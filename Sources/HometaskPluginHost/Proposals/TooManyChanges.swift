// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskMerging
public import HometaskReplica

/// Thrown if a plugin changes or deletes so many documents that the user must be asked, as for their own commands.
public struct TooManyChanges: Error, Hashable, Sendable {
    /// The id of the plugin that makes the changes.
    public let plugin: String
    /// The number of changed documents.
    public let changed: Int
    /// The number of documents moved to the trash.
    public let deleted: Int

    /// The number of documents above which hometask asks for confirmation.
    public static let limit = 20

    /// The plugin's changes to documents that existed before a transaction; nil if there are not many.
    ///
    /// - Parameter others: the documents that were changed before the plugin was asked. Further changes to them are not
    ///   counted, but deletions are.
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

    /// The changes as a phrase: `change 25 documents and move 3 documents to the trash`.
    public var words: String {
        var parts: [String] = []
        if changed > 0 { parts.append("change \(changed) document\(changed == 1 ? "" : "s")") }
        if deleted > 0 { parts.append("move \(deleted) document\(deleted == 1 ? "" : "s") to the trash") }
        return parts.list(with: "and")
    }
}
