// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily
import HometaskMerging

/// A task that is about to be made, with all that its document is to hold.
///
/// Many tasks are added in three steps, of which the second takes the time and may go on on several threads at once:
/// `TaskOperations.prepare(_:id:)`, `DocumentMaker.task(_:)`, `TaskOperations.add(_:)`.
public struct PreparedTask: Sendable {
    let id: DocumentID
    let title: String
    let fields: [FieldName: JSON?]
}

/// A valid task that is not yet part of a transaction.
public struct MadeTask: Sendable {
    let title: String
    let made: MadeDocument
}

extension DocumentMaker {
    /// Makes the document of a task.
    ///
    /// - Throws: `ReplicaError` where a value is not valid.
    public func task(_ prepared: PreparedTask) throws -> MadeTask {
        let path = try Transaction.path(of: .task, prepared.id)
        return MadeTask(title: prepared.title, made: try make(.task, id: prepared.id, at: path, prepared.fields))
    }
}
