// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// What became of one document.
public struct DocumentChange: Sendable {
    /// Where the document lies in the repository.
    public let path: DocumentPath
    /// As it was; nil if it is new.
    public let before: Document?
    /// As it is after the change; in the trash where the change deleted it.
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
