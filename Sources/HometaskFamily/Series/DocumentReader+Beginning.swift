// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension DocumentReader {
    /// A task that knows when it became the current occurrence of its series (``TaskRecord/since``).
    package func withBeginning(_ task: TaskRecord) throws(ReplicaError) -> TaskRecord {
        guard let previous = task.previous, let path = DocumentPath(kind: .task, id: previous) else { return task }
        var task = task
        task.since = try readableMembers(at: path).flatMap { Completion($0["completion"]) }?.at
        return task
    }
}
