// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily

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
