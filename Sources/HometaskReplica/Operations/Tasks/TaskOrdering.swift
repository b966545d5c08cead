// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// The tasks that must be done before a task.
struct TaskOrdering {
    let transaction: Transaction

    /// Returns the prerequisites of a task after a change; nil if they stay the same.
    ///
    /// - Throws: `ReplicaError` (`notFound`; `invalidRequest` if the task would depend on itself).
    func after(_ record: TaskRecord, _ change: TaskChange) throws -> [DocumentID]? {
        let kept = record.after.filter { !change.removedAfter.contains($0) }
        let added = change.addedAfter.subtracting(kept).sorted()
        for other in added { try requireOrder(of: try transaction.tasks.record(other), before: record) }
        return added.isEmpty && kept.count == record.after.count ? nil : kept + added
    }

    /// Throws an error for a circular dependency, direct or indirect. Concurrent writes can still create a cycle, which
    /// is displayed but blocks nothing.
    private func requireOrder(of first: TaskRecord, before second: TaskRecord) throws {
        var rest = [first.id]
        var cameFrom: [DocumentID: DocumentID] = [:]
        while let id = rest.popLast() {
            if id == second.id { throw Self.ring(from: first, to: second, by: try chain(to: id, cameFrom)) }
            guard let record = try? transaction.tasks.record(id), !record.isDeleted else { continue }
            for next in record.after where next != first.id && cameFrom[next] == nil {
                cameFrom[next] = id
                rest.append(next)
            }
        }
    }

    /// Returns the titles of the tasks between two tasks in a chain of dependencies.
    private func chain(to end: DocumentID, _ cameFrom: [DocumentID: DocumentID]) throws -> [String] {
        var titles: [String] = []
        var id = end
        while let previous = cameFrom[id] {
            titles.append(try transaction.tasks.record(previous).title)
            id = previous
        }
        return titles.dropLast()
    }

    private static func ring(from first: TaskRecord, to second: TaskRecord, by titles: [String]) -> ReplicaError {
        if first.id == second.id {
            return ReplicaError(
                .invalidRequest, "\(Quotation.of(first.title)) cannot come after itself",
                hint: "Name another task, which has to be done first.")
        }
        let way = titles.isEmpty ? "" : ", through \(titles.map { Quotation.of($0) }.joined(separator: ", "))"
        return ReplicaError(
            .invalidRequest,
            "\(Quotation.of(first.title)) already comes after \(Quotation.of(second.title))\(way)",
            hint: "One of the two has to be done first: remove the other order with \(.removeOrder(of: nil))."
        )
    }
}
