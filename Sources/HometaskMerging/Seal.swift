// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The meaning of a document in a **foreign** commit: one that a tool made which knows nothing of events, such as an
/// editor and `git commit`, `git revert`, or `git merge` without the driver.
///
/// Invariant: the result depends on the commit, the files in it and its parents, and their meanings there: on nothing
/// else. So whoever seals a commit, wherever and whenever, comes to the same bytes. Nothing that the parents' meanings
/// hold is dropped unless the commit visibly takes its place; nothing that the commit visibly adds is left out.
///
/// The first rule that fits:
///
///     1. the file is as in the parent, or is what the parent means           the parent's meaning
///     2. the file is missing                                                 a deletion
///     3. it cannot be read                                                   the parent's meaning
///     4. the parent has no meaning                                           what is written, edits by the commit's
///       actor
///     5. canonical, the parent's file is what it means, and a possible       what is written
///        successor of that
///     6. the parent has no file                                              the parent's meaning, and what it lacks
///       of
///                                                                            the file added beside
///     7. else                                                                the parent's meaning, and each visible
///                                                                            change a write of the commit's actor
///
/// With several parents: the join of their meanings (which is the meaning where the file is missing, unreadable, or one
/// parent's), and each value that none of them has, added beside.
public enum Seal {
    /// A document in a parent of a foreign commit.
    public struct Parent: Hashable, Sendable {
        /// What it means there; nil if it means nothing yet.
        public let meaning: InterpretedDocument?
        /// The file; nil if it does not exist.
        public let file: [UInt8]?

        /// A document in a parent.
        public init(meaning: InterpretedDocument?, file: [UInt8]?) {
            self.meaning = meaning
            self.file = file
        }
    }

    /// Who writes what a foreign commit visibly changes: an actor named after the commit, at the commit's time.
    ///
    /// - Parameters:
    ///   - commit: the commit's id in hexadecimal digits, at least sixteen.
    ///   - time: its committer's time.
    /// - Returns: nil if the id is not one.
    public static func author(commit: String, time: Timestamp) -> Author? {
        guard commit.utf8.count >= 16, let actor = ActorID("g" + commit.prefix(16)) else { return nil }
        return Author(actor: actor, time: time)
    }

    /// The meaning of a document in a foreign commit.
    ///
    /// - Parameters:
    ///   - file: the file in the commit; nil if there is none.
    ///   - id: the document whose place it is; nil if any may stand.
    ///   - parents: the document in the commit's parents, in their order.
    ///   - author: who writes what changed, see ``author(commit:time:)``.
    /// - Returns: nil if neither the file nor a parent means anything.
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
        let members = (try? Document.object(from: file)) ?? JSONObject()
        if parents.count > 1 {
            let shown = parents.compactMap { $0.members(of: before.document.id) }
            return InterpretedDocument(before.document.addingUnseenValues(of: members, besides: shown, by: author))
        }
        guard let parent = parents[0].file else {
            return InterpretedDocument(before.document.restoredFromFile(as: members, by: author))
        }
        if before.isWritten(as: parent), written.encoded() == file, written.isPossibleSuccessor(of: before.document) {
            return InterpretedDocument(written)
        }
        let shown = parents[0].members(of: before.document.id) ?? before.document.members
        return InterpretedDocument(before.document.applyingEdit(from: shown, to: members, by: author))
    }

    private static func deleted(_ meaning: InterpretedDocument, by author: Author) -> InterpretedDocument {
        if meaning.document.isDeleted { return meaning }
        var document = meaning.document
        document.delete(by: author)
        return InterpretedDocument(document)
    }

    /// The join of what parents mean. Of different documents at one place (two families' files) the greatest id stays.
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
    fileprivate func members(of id: DocumentID) -> JSONObject? {
        guard let file else { return nil }
        guard InterpretedDocument.document(file, of: id, editedBy: nil) != nil || meaning?.isWritten(as: file) == true
        else {
            return nil
        }
        return try? Document.object(from: file)
    }
}
