// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily
import HometaskMerging

extension DocumentMaker {
    /// Creates the document of a task.
    ///
    /// - Throws: `ReplicaError` if a value is invalid.
    public func task(_ prepared: PreparedTask) throws -> NewTask {
        let path = try Transaction.path(of: .task, prepared.id)
        return NewTask(
            title: prepared.title, made: try makeDocument(.task, id: prepared.id, at: path, fields: prepared.fields))
    }
}

/// A task that is about to be created, with all values of its document.
///
/// Large numbers of tasks are added in three steps. The second step takes most of the time, and may run on several
/// threads at once: `TaskOperations.prepare(_:id:)`, `DocumentMaker.task(_:)`, `TaskOperations.add(_:)`.
public struct PreparedTask: Sendable {
    let id: DocumentID
    let title: String
    let fields: [FieldName: JSON?]
}

/// A valid task that is not yet part of a transaction.
public struct NewTask: Sendable {
    let title: String
    let made: NewDocument
}
