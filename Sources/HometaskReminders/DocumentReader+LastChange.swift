// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging
import HometaskQueries

extension DocumentReader {
    /// Returns the latest time at which a task began to need reminders, as far as the documents show: when it was last
    /// written, when a task before it was done or deleted, or when an edit of any task in its ring closed the ring.
    ///
    /// Removals from a set (`after`, `assignees`, `reminders`) leave no trace of their time.
    public func lastChange(of task: DocumentID) throws(ReplicaError) -> Timestamp? {
        guard let document = try taskDocument(task) else { return nil }
        var times = [document.lastWritten]
        if let record = TaskRecord(document.shown), !record.after.isEmpty {
            let ring = try TaskDependencies(of: [record], reading: self).ring(of: task) ?? []
            for id in Set(record.after).union(ring) {
                guard let other = try taskDocument(id) else { continue }
                times += [other.lastWrite(of: "completion")?.time, other.deletion?.time]
                if ring.contains(id) { times.append(other.lastWrite(of: "after")?.time) }
            }
        }
        return times.compactMap { $0 }.max()
    }

    private func taskDocument(_ id: DocumentID) throws(ReplicaError) -> Document? {
        guard let path = DocumentPath(kind: .task, id: id) else { return nil }
        return try document(at: path)
    }
}
