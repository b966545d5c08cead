// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension DocumentReader {
    /// Looks up when a task became the current occurrence of its series (``TaskRecord/since``).
    package func lookUpBeginning(of task: inout TaskRecord) throws(ReplicaError) {
        guard let previous = task.previous, let path = DocumentPath(kind: .task, id: previous) else { return }
        task.since = Completion(try readableMembers(at: path)?["completion"])?.at
    }
}
