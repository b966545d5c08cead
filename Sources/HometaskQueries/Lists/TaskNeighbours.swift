// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily

/// The tasks that a task waits for, and those that wait for it.
public struct TaskNeighbours: Sendable {
    /// The tasks that must be done before it, including done ones but not those that are gone or in the trash, in the
    /// order of their ids.
    public let before: [TaskRecord]
    /// The open tasks that come after it, in the order of their ids.
    public let behind: [TaskRecord]
    /// The other tasks of the ring it is in, which all wait for each other; empty if it is in none.
    public let ring: [TaskRecord]
    /// Whether one of the tasks before it prevents it from being done.
    public let isBlocked: Bool

    private static let members: Set<ExactString> = ["after", "completion", "deleted", "id", "title"]

    /// Reads the neighbours of a task.
    public init(of task: TaskRecord, reading reader: DocumentReader) throws(ReplicaError) {
        var before: [TaskRecord] = []
        var behind: [TaskRecord] = []
        var others: [DocumentID: TaskRecord] = [:]
        let wanted = Set(task.after)
        try reader.forEachMembers(of: .task, selecting: Self.members) { _, members in
            guard let other = TaskRecord(members), !other.isDeleted else { return }
            if wanted.contains(other.id) { before.append(other) }
            if other.isOpen, other.after.contains(task.id) { behind.append(other) }
            if !other.after.isEmpty { others[other.id] = other }
        }
        let dependencies = try TaskDependencies(of: [task], reading: reader)
        self.before = before
        self.behind = task.isDeleted ? [] : behind
        ring = (dependencies.ring(of: task.id) ?? []).filter { $0 != task.id }.compactMap { others[$0] }
        isBlocked = dependencies.isBlocked(task.id)
    }
}
