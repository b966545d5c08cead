// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// Determines the meaning of a document in a **foreign** commit: a commit by a tool that writes no events, such as an
/// editor and `git commit`, `git revert`, or `git merge` without the driver.
///
/// Invariant: the result depends only on the commit, on the files in the commit and its parents, and on the meanings in
/// the parents. Every device therefore derives the same bytes for a commit, whenever it seals it. Whatever the parents'
/// meanings hold is kept unless the commit visibly replaces it. Whatever the commit visibly adds is included.
///
/// The first rule that applies decides:
///
///     1. The file is the parent's file, or the canonical bytes     The parent's meaning.
///        of the parent's meaning.
///     2. The file is missing.                                      A deletion.
///     3. The file cannot be read.                                  The parent's meaning.
///     4. The parent has no meaning.                                The document as written; hand edits in it become
///                                                                  writes of the commit's actor.
///     5. The file is canonical, the parent's file is the           The document as written.
///        canonical bytes of the parent's meaning, and the
///        document is a possible successor of that meaning.
///     6. The parent has no file.                                   The parent's meaning, with the values that it lacks
///                                                                  added from the file.
///     7. Otherwise.                                                The parent's meaning, with a write of the commit's
///                                                                  actor for each visible change.
///
/// With several parents, the meaning is the join of their meanings. If the file is missing, cannot be read or is one of
/// the parents' files, that is the result. Otherwise each value that no parent has is added beside the others.
public enum Seal {
    /// A document in a parent of a foreign commit.
    public struct Parent: Hashable, Sendable {
        /// The document's meaning in the parent; nil if it has none yet.
        public let meaning: InterpretedDocument?
        /// The file in the parent; nil if it does not exist.
        public let file: [UInt8]?

        /// A document in a parent.
        public init(meaning: InterpretedDocument?, file: [UInt8]?) {
            self.meaning = meaning
            self.file = file
        }
    }

    /// Returns the author of the writes for a foreign commit's visible changes: an actor named after the commit, at the
    /// commit's time.
    ///
    /// - Parameters:
    ///   - commit: the commit's id, at least sixteen hexadecimal digits.
    ///   - time: the committer's time.
    /// - Returns: nil if `commit` is not a commit id.
    public static func author(commit: String, time: Timestamp) -> Author? {
        guard commit.utf8.count >= 16, let actor = ActorID("g" + commit.prefix(16)) else { return nil }
        return Author(actor: actor, time: time)
    }

    /// Determines the meaning of a document in a foreign commit.
    ///
    /// - Parameters:
    ///   - file: the file in the commit; nil if there is none.
    ///   - id: the id of the document that belongs at this path; nil if any document may be there.
    ///   - parents: the document in each of the commit's parents, in the parents' order.
    ///   - author: the author of the changes, see ``author(commit:time:)``.
    /// - Returns: nil if neither the file nor any parent has a meaning.
    public static func meaning(
        of file: [UInt8]?, id: DocumentID?, after parents: [Parent], by author: Author
    ) -> InterpretedDocument? {
        let before = parents.count == 1 ? parents[0].meaning : joined(parents.compactMap { $0.meaning })
        if parents.contains(where: { $0.file == file }) { return before }
        guard let file else {
            return parents.count > 1 ? before : before.map { deleted($0, by: author) }
        }
        if let before, before.isWritten(as: file) { return before }
        let id = before?.document.id ?? id
        guard let written = InterpretedDocument.document(file, of: id, editedBy: author) else { return before }
        guard let before else { return InterpretedDocument(written) }
        let new = (try? DocumentFile(reading: file)) ?? DocumentFile(JSONObject())
        if parents.count > 1 {
            let shown = parents.compactMap { $0.readFile(of: before.document.id) }
            let values = UnseenValues(file: new, parents: shown, author: author)
            return InterpretedDocument(values.added(to: before.document))
        }
        guard let parent = parents[0].file else {
            return InterpretedDocument(restored(before.document, from: new, by: author))
        }
        if before.isWritten(as: parent), written.encoded() == file,
            SuccessionCheck(earlier: before.document, later: written).isPassed
        {
            return InterpretedDocument(written)
        }
        let shown = parents[0].readFile(of: before.document.id) ?? DocumentFile(of: before.document)
        return InterpretedDocument(FileEdit(old: shown, new: new, author: author).applied(to: before.document))
    }

    private static func deleted(_ meaning: InterpretedDocument, by author: Author) -> InterpretedDocument {
        if meaning.document.isDeleted { return meaning }
        var document = meaning.document
        document.delete(by: author)
        return InterpretedDocument(document)
    }

    /// A document that had no file, with the values of a file that was added for it.
    ///
    /// No value was shown, so the file cannot have replaced any. A merge may have left the file out, and the document
    /// may hold more than its last file did.
    private static func restored(_ document: Document, from file: DocumentFile, by author: Author) -> Document {
        var result = UnseenValues(file: file, parents: [], author: author).added(to: document)
        ConflictReopening(file: file, old: DocumentFile(of: document), author: author).apply(to: &result)
        if document.isDeleted, !file.isDeleted { result.restore(by: author) }
        return result
    }

    /// The join of the parents' meanings. If two families' documents share one path, the documents with the greatest id
    /// win.
    private static func joined(_ meanings: [InterpretedDocument]) -> InterpretedDocument? {
        guard let first = meanings.first else { return nil }
        if meanings.allSatisfy({ $0 == first }) { return first }
        let id = meanings.map { $0.document.id }.max() ?? first.document.id
        let documents = meanings.map { $0.document }.filter { $0.id == id }
        return documents.dropFirst().reduce(documents.first) { joined, next in joined.map { Document.join($0, next) } }
            .map { InterpretedDocument($0) }
    }
}

extension Seal.Parent {
    /// The members of the file; nil if it cannot be read as a document.
    fileprivate func readFile(of id: DocumentID) -> DocumentFile? {
        guard let file else { return nil }
        guard InterpretedDocument.document(file, of: id, editedBy: nil) != nil || meaning?.isWritten(as: file) == true
        else {
            return nil
        }
        return try? DocumentFile(reading: file)
    }
}
