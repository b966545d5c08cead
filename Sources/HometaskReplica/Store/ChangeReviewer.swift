// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// Reviews the changes of a replica before they are committed, and is notified afterwards.
public protocol ChangeReviewer: Sendable {
    /// Whether the reviewer also reviews hand edits before they are committed; the command is then
    /// ``HandEditReport/command``.
    var seesHandEdits: Bool { get }

    /// Reviews a change before it is committed. No lock is held during the review. The reviewer may make more changes
    /// through the transaction.
    ///
    /// If another process commits first, the change is retried on the newer version, and reviewed again.
    ///
    /// - Throws: an error if the change must not be made; in that case, nothing is written.
    func review(_ transaction: Transaction, command: String?) throws

    /// Called after a change was committed here.
    func committed(_ changes: [DocumentChange], command: String?)
}

extension ChangeReviewer {
    /// False by default: a reviewer only sees changes of commands, and no hand edits.
    public var seesHandEdits: Bool { false }
}

/// A document before and after a transaction changed it.
public struct DocumentChange: Sendable {
    /// The path of the document in the repository.
    public let path: DocumentPath
    /// The document before the change; nil for a new document.
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
