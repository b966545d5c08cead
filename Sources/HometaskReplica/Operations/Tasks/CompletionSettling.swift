// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// Settles completions of one task that several members made independently: the first one counts, and later ones by
/// other members are open conflicts. An approval is removed together with its completion, so an open task has no
/// approval.
///
/// The actors of all writes are derived from the completions, so devices that settle the same completions independently
/// write the same events.
public struct CompletionSettling {
    let transaction: Transaction

    /// Settles the completions of tasks whose documents were merged.
    ///
    /// - Parameter paths: the documents; other kinds of documents and unreadable documents are skipped.
    /// - Returns: the tasks that changed.
    @discardableResult
    public func settle(at paths: [DocumentPath]) throws -> [DocumentPath] {
        try paths.filter { path in
            guard path.kind == .task, let before = try transaction.readableDocument(at: path) else { return false }
            var after = before
            Self.settle(&after)
            guard after != before else { return false }
            try transaction.stage(after, changedFrom: before, at: path, follows: true)
            transaction.describe(
                after["completion"] == nil
                    ? "removed the approval of \(CommitMessage.quoted(after.displayName)), which is open"
                    : "kept the first completion of \(CommitMessage.quoted(after.displayName))")
            return true
        }
    }

    /// Settles the completions of a task.
    static func settle(_ task: inout Document) {
        FirstValue(
            of: "completion",
            isBefore: { left, right in
                guard let left = Completion(left) else { return false }
                return Completion(right).map { left.at < $0.at } ?? true
            },
            isRival: { later, first in Completion(later)?.by != Completion(first)?.by }
        ).settle(&task)
        dropApproval(of: &task)
    }

    /// Removes the approval of an open task, so that it does not apply to a later completion. While the completion or
    /// the verdict is in conflict, the verdict stays.
    private static func dropApproval(of task: inout Document) {
        guard task["completion"] == nil, Verdict(task["verdict"])?.isApproved == true,
            let time = task.lastWrite(of: "completion")?.time,
            !task.conflicts.contains(where: { ["completion", "verdict"].contains($0.field) })
        else { return }
        let author = Series.author(of: ["verdict": .null], onto: task, at: time)
        task.writeValue(nil, to: "verdict", rule: task.rule(of: "verdict") ?? .register, by: author)
    }
}
