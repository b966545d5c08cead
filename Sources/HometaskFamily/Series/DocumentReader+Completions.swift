// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension DocumentReader {
    /// A task that knows when it became the current occurrence of its series (``TaskRecord/since``).
    package func withBeginning(_ task: TaskRecord) throws(ReplicaError) -> TaskRecord {
        guard let previous = task.previous, let path = DocumentPath(kind: .task, id: previous) else { return task }
        var task = task
        task.since = try readableMembers(at: path).flatMap { Completion($0["completion"]) }?.at
        return task
    }

    /// When each task was done that is, whether or not it is in the trash.
    public func completionTimes() throws(ReplicaError) -> [DocumentID: Timestamp] {
        var times: [DocumentID: Timestamp] = [:]
        try forEachMembers(of: .task, selecting: ["completion", "id"]) { path, members in
            if let id = path.id, let done = Completion(members["completion"]) { times[id] = done.at }
        }
        return times
    }
}
