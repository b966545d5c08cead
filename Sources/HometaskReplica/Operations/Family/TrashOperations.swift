// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskMerging
public import HometaskQueries

/// Puts documents of any kind into the trash, and restores them.
public struct TrashOperations {
    let transaction: Transaction

    /// Empties the trash: documents deleted so far are no longer listed. They stay in the family's history, and can be
    /// restored.
    public func empty() throws {
        let time = JSON.string(transaction.author.time.rfc3339)
        if try !transaction.writeFields(["trashEmptied": time], to: .family).isEmpty {
            transaction.describe("emptied the trash")
        }
    }

    /// Restores a document of any kind from the trash.
    ///
    /// - Throws: `ReplicaError.Code.alreadyExists` if another member or category now has the same name.
    public func restore(_ document: TrashedDocument) throws {
        guard let id = document.path.id else { return }
        do {
            try restore(document, id)
        } catch let error as ReplicaError where error.code == .alreadyExists {
            let kind = document.path.kind
            throw ReplicaError(
                error.code, error.message,
                hint: "Rename the existing one first: \(.rename(kind: kind.rawValue, nil)).")
        }
    }

    private func restore(_ document: TrashedDocument, _ id: DocumentID) throws {
        switch document.path.kind {
        case .category: try transaction.categories.restore(id)
        case .comment: try transaction.comments.restore(id)
        case .hunt: try transaction.hunts.restore(id)
        case .member: try transaction.members.restore(id)
        case .note: try transaction.notes.restore(id)
        case .photo: try transaction.photos.restore(id)
        case .pin: try transaction.pins.restore(id)
        case .template: try transaction.templates.restore(id)
        case .view: try transaction.views.restore(id)
        default: try restore(document.path, called: document.name)
        }
    }

    /// Puts a document into the trash, from which `restore` restores it.
    public func delete(_ path: DocumentPath, called name: String) throws {
        try moveIn(path)
        transaction.describe("deleted \(CommitMessage.quoted(name))")
    }

    /// Restores a document from the trash.
    public func restore(_ path: DocumentPath, called name: String) throws {
        try moveOut(path)
        transaction.describe("restored \(CommitMessage.quoted(name))")
    }

    /// Puts a document into the trash. The entry in the log names the document's kind.
    func delete(_ kind: DocumentKind, _ id: DocumentID, called name: String) throws {
        try moveIn(Transaction.path(of: kind, id))
        transaction.describe("deleted the \(kind) \(CommitMessage.quoted(name))")
    }

    /// Restores a document from the trash. The entry in the log names the document's kind.
    func restore(_ kind: DocumentKind, _ id: DocumentID, called name: String) throws {
        try moveOut(Transaction.path(of: kind, id))
        transaction.describe("restored the \(kind) \(CommitMessage.quoted(name))")
    }

    /// Puts a document into the trash unless it is already there, without an entry in the log.
    func moveIn(_ path: DocumentPath) throws {
        try transaction.changeDocument(at: path) { if !$0.isDeleted { $0.delete(by: transaction.author) } }
    }

    /// Restores a document from the trash, without an entry in the log.
    func moveOut(_ path: DocumentPath) throws {
        try transaction.changeDocument(at: path) { $0.restore(by: transaction.author) }
    }
}
