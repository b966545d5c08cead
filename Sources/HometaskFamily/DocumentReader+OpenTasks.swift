// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension DocumentReader {
    /// Returns the open tasks assigned to members, in the order of their ids.
    ///
    /// - Parameter ids: every id by which tasks may refer to the members.
    public func openTasks(of ids: Set<DocumentID>) throws(ReplicaError) -> [TaskRecord] {
        var tasks: [TaskRecord] = []
        try forEachMembers(of: .task) { _, members in
            guard let task = TaskRecord(members), task.isOpen, !task.isDeleted,
                !ids.isDisjoint(with: task.assignees)
            else { return }
            tasks.append(task)
        }
        return tasks
    }
}
