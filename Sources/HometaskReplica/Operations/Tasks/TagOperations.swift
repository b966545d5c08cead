// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries

/// Renames tags, which have no documents of their own.
public struct TagOperations {
    let transaction: Transaction

    /// Replaces several tags with one, in all tasks and saved views.
    ///
    /// Renaming is a weak write: it does not restore a task that is deleted concurrently.
    ///
    /// - Returns: the number of tasks whose tags changed.
    /// - Throws: `ReplicaError` if the new tag is invalid.
    @discardableResult
    public func rename(_ olds: [String], to new: String) throws -> Int {
        let wanted = Set(olds.filter { ExactString($0) != ExactString(new) })
        let isOther = { (tag: String) in wanted.contains(tag) && ExactString(tag) != ExactString(new) }
        let tasks = try transaction.tasks.records(with: ["tags"]) { $0.tags.contains(where: isOther) }
        for task in tasks {
            var tags = task.tags.filter { !isOther($0) }
            if !tags.contains(where: { ExactString($0) == ExactString(new) }) { tags.append(new) }
            let value = JSON.array(tags.map { .string($0) })
            try transaction.writeFields(["tags": value], to: Transaction.path(of: .task, task.id), weakly: true)
        }
        if tasks.isEmpty { return 0 }
        let names = wanted.sorted().map { CommitMessage.quoted($0) }.joined(separator: ", ")
        let count = "\(tasks.count) task\(tasks.count == 1 ? "" : "s")"
        transaction.describe(
            "renamed the tag\(wanted.count == 1 ? "" : "s") \(names) to \(CommitMessage.quoted(new)) (\(count))")
        for old in wanted.sorted() { try transaction.views.renameInQueries(.tag, old, to: new) }
        return tasks.count
    }
}
