// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

/// Finds the subjects of comments and photos.
struct SubjectLookup {
    let transaction: Transaction

    /// Returns the document that a field `about` refers to; nil if the field is empty, or the document is not on this
    /// device.
    func subject(_ kind: DocumentKind?, _ id: DocumentID?) throws -> Subject? {
        guard let id else { return nil }
        switch kind {
        case .task: return try? Subject(transaction.tasks.record(id))
        case .pin: return try? Subject(transaction.pins.record(id))
        case .note: return try? Subject(transaction.notes.record(id))
        case .hunt: return try? Subject(transaction.hunts.record(id))
        case .photo: return try? Subject(transaction.photos.record(id))
        default: return nil
        }
    }
}
