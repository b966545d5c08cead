// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments
package import HometaskFamily
package import HometaskMerging

/// Operations on documents that come from devices without git, such as phones.
package struct ReceivedOperations {
    let transaction: Transaction

    /// Attributes the transaction to another member: the commit and the documents that it creates bear that member's
    /// name.
    ///
    /// - Returns: the member; of merged members, the one that stays.
    /// - Throws: `ReplicaError` (`forbidden`) if the member has left the family.
    package func act(for member: DocumentID) throws -> MemberRecord {
        guard let record = try transaction.currentMember(member) else {
            throw ReplicaError(.forbidden, "the member of this phone has left the family")
        }
        transaction.member = record.id
        return record
    }

    /// Merges a version of a document into the family's document, or adds it as a new document.
    ///
    /// If the version completes or reopens a recurring task, the next occurrence is created or deleted, as by a
    /// command; an occurrence that a person has written to stays. Of independent completions, the first counts
    /// (``CompletionSettling``). Nothing else is written: all events of the version keep their author.
    ///
    /// - Returns: whether the family's document changed.
    /// - Throws: `ReplicaError` (`invalidValue`) if the merged document would be invalid; in that case, nothing is
    ///   staged.
    @discardableResult
    package func join(_ version: Document, at path: DocumentPath) throws -> Bool {
        let before = try transaction.document(at: path)
        let joined = before.map { Document.join($0, version) } ?? version
        if joined == before { return false }
        if before == nil {
            try transaction.stage(joined, changedFrom: nil, at: path)
        } else {
            // First, a pending hand edit of the file becomes part of the document.
            try transaction.changeDocument(at: path, follows: { _ in true }) { document in
                document = Document.join(document, version)
                if path.kind == .task { CompletionSettling.settle(&document) }
            }
        }
        describe(joined, changedFrom: before)
        if path.kind == .task { try transaction.seriesSettling.updateSuccessors(after: [path]) }
        if path.kind == .task, let task = path.id, before?["completion"] != nil, joined["completion"] == nil {
            try transaction.series.withdrawNext(after: task)
        }
        return true
    }

    private func describe(_ document: Document, changedFrom before: Document?) {
        let name = CommitMessage.quoted(document.displayName)
        let isDone = document["completion"] != nil
        let verb =
            switch before {
            case nil: "added"
            case let before? where document.isDeleted != before.isDeleted:
                document.isDeleted ? "deleted" : "restored"
            case let before? where document.kind == .task && isDone != (before["completion"] != nil):
                isDone ? "completed" : "reopened"
            default: "changed"
            }
        transaction.describe("\(verb) \(name)")
    }
}
