// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

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
