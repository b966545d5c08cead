// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily

/// The predecessors and successors of a task.
public struct TaskNeighbours: Sendable {
    /// The tasks that must be done before this task, in the order of their ids; includes done tasks, but not tasks that
    /// are gone or in the trash.
    public let before: [TaskRecord]
    /// The open tasks to be done after this task, in the order of their ids.
    public let behind: [TaskRecord]
    /// The other tasks of the ring that contains this task, which all wait for each other; empty if there is none.
    public let ring: [TaskRecord]
    /// Whether a predecessor prevents the task from being done.
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
