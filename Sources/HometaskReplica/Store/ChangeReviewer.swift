// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// Looks at the changes of a replica before they are committed, and hears of them afterwards.
public protocol ChangeReviewer: Sendable {
    /// Whether it looks at what people edited by hand, too, before that is committed; then ``HandEditReport/command``
    /// is the command.
    var seesHandEdits: Bool { get }

    /// Looks at a change before it is committed. No lock is held in the meantime. It may change more through the
    /// transaction.
    ///
    /// Where another process was faster, a change is made again on the newer version, and reviewed again.
    ///
    /// - Throws: where the change must not be; nothing is written then.
    func review(_ transaction: Transaction, command: String?) throws

    /// Hears of a change that was committed here.
    func committed(_ changes: [DocumentChange], command: String?)
}

extension ChangeReviewer {
    /// False: a reviewer that does not say otherwise sees commands only, and no edits by hand.
    public var seesHandEdits: Bool { false }
}

/// What became of one document.
public struct DocumentChange: Sendable {
    /// Where the document lies in the repository.
    public let path: DocumentPath
    /// As it was; nil if it is new.
    public let before: Document?
    /// The document after the change; in the trash if the change deleted it.
    public let after: Document

    /// Creates a change; `before` is nil for a document that is new.
    public init(path: DocumentPath, before: Document?, after: Document) {
        self.path = path
        self.before = before
        self.after = after
    }

    /// The fields whose shown values differ, in byte order.
    public var fields: [FieldName] {
        let names = Set(after.shownFields).union(before?.shownFields ?? [])
        return names.filter { before?[$0] != after[$0] }.sorted()
    }
}

extension Transaction {
    /// What the transaction has changed so far, in the order of the documents' places.
    public func changes() throws -> [DocumentChange] {
        try staged.keys.sorted { $0.text < $1.text }.compactMap { path in
            guard let after = try document(at: path) else { return nil }
            return DocumentChange(path: path, before: try earlierDocument(at: path), after: after)
        }
    }
}
