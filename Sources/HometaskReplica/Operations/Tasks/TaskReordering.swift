// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// Moves tasks in the manual order.
struct TaskReordering {
    let transaction: Transaction

    /// Moves a task in the manual order.
    func move(_ task: DocumentID, _ move: TaskMove) throws {
        let record = try transaction.tasks.record(task)
        var keys: [(DocumentID, String)] = []
        try ManualPlaces(reading: transaction).move(
            record, move, tail: { Int(transaction.newID().bytes[0]) }, write: { keys.append(($0, $1)) })
        if keys.isEmpty { return }
        for (id, key) in keys {
            try transaction.writeFields(["order": .string(key)], to: Transaction.path(of: .task, id), weakly: true)
        }
        transaction.describe(try deed(move, of: record))
    }

    private func deed(_ move: TaskMove, of record: TaskRecord) throws -> String {
        let moved = "moved \(CommitMessage.quoted(record.title))"
        switch move {
        case .toTop: return "\(moved) to the top"
        case .toBottom: return "\(moved) to the bottom"
        case .before(let id): return try "\(moved) before \(CommitMessage.quoted(transaction.tasks.record(id).title))"
        case .after(let id): return try "\(moved) after \(CommitMessage.quoted(transaction.tasks.record(id).title))"
        }
    }
}
