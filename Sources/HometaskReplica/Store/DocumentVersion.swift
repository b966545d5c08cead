// SPDX-License-Identifier: Apache-2.0

/// A commit that changed a document, with the names of the document's contents after and before it.
///
/// Contents with the same name have the same bytes; ``CommandHistory/document(_:content:)`` reads the contents.
public struct DocumentVersion: Hashable, Sendable {
    /// The commit, as an entry of the log.
    public let entry: HistoryEntry
    /// The content after the commit; nil if there is no document.
    public let content: String?
    /// The content in the first parent that has the document; nil if no parent has the document.
    public let previous: String?

    /// Creates the version that a commit made of a document.
    public init(entry: HistoryEntry, content: String?, previous: String?) {
        self.entry = entry
        self.content = content
        self.previous = previous
    }
}
