// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A document that has a checklist.
public enum ChecklistOwner: Hashable, Sendable {
    /// The task with this id.
    case task(DocumentID)
    /// The note with this id.
    case note(DocumentID)

    /// The id of the task or the note, without its kind.
    public var id: DocumentID {
        switch self {
        case .task(let id), .note(let id): id
        }
    }
}
