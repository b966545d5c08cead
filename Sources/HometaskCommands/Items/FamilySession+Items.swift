// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskReplica

extension FamilySession {
    /// Changes the checklist of a task.
    ///
    /// - Parameters:
    ///   - reference: the task, by its number, `#` and the start of its id, or words of its title.
    ///   - prefersDone: see `ItemFinder`.
    ///   - body: finds the items that are meant and changes them.
    /// - Returns: what the closure returned, whether anything changed, and the task as it is now.
    func changeItems<Result: Sendable>(
        of reference: String, command: String, prefersDone: Bool = false,
        _ body: @Sendable (Transaction, DocumentID, ItemFinder) throws -> Result
    ) async throws -> (result: Result, isChanged: Bool, task: TaskRecord) {
        let task = try await task([reference])
        let written = try await replica.write(command: command) { transaction in
            let items = try transaction.items(of: task.id)
            return try body(transaction, task.id, ItemFinder(items, of: task.title, prefersDone: prefersDone))
        }
        remarkSettled(written.settled)
        return (written.result, written.commit != nil, try await self.task(task.id))
    }
}

extension TaskRecord {
    /// How much of the checklist is ticked off: `2/5`; nil without a checklist.
    var progress: String? {
        items.isEmpty ? nil : "\(items.filter(\.isDone).count)/\(items.count)"
    }

    /// The task and how far its checklist is, behind a sentence about an item.
    var progressNote: String { progress.map { " (\(title), \($0))" } ?? " (\(title))" }
}
