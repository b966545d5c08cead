// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A text, about a task, a pin, or nothing but itself.
public struct NoteRecord: Hashable, Sendable, Identifiable {
    /// The note's name for life.
    public let id: DocumentID
    /// Its heading; nil if it has none.
    public let title: String?
    /// The lines of its text; empty if it has only a heading or a checklist.
    public let text: [String]
    /// Its checklist, in the order of the items; empty if it has none.
    public let items: [TaskItem]
    /// The folder it is in: its names from the outermost one, with a slash between them.
    public let folder: String?
    /// The kind of what it is about.
    public let aboutKind: DocumentKind?
    /// What it is about.
    public let aboutID: DocumentID?
    /// When it was made.
    public let createdAt: Timestamp?
    /// The member who made it; nil if the document names none.
    public let createdBy: DocumentID?
    /// Whether it is in the trash.
    public let isDeleted: Bool
    /// Whether concurrent edits of it wait for somebody to choose.
    public let hasConflict: Bool
    /// The fields that plugins added, by plugin and name, as the document holds them.
    public let extensions: JSONObject

    /// A note from the members of its document; nil if it has no id.
    public init?(_ members: JSONObject) {
        guard let id = members.id("id") else { return nil }
        self.id = id
        title = members.text("title")
        text = members.strings("text")
        items = TaskItem.all(members["items"])
        folder = members.text("folder")
        aboutKind = members["about"]?["kind"]?.stringValue.map { DocumentKind(rawValue: $0) }
        aboutID = members["about"]?["id"]?.stringValue.flatMap { DocumentID($0) }
        createdAt = members["created"]?.objectValue?.time("at")
        createdBy = members["created"]?.objectValue?.id("by")
        isDeleted = members["deleted"] != nil
        hasConflict = members["conflicts"]?.objectValue?.isEmpty == false
        extensions = members["extensions"]?.objectValue ?? [:]
    }

    /// Its name for people: its heading, else its first line that is not blank, else the first item of its checklist.
    public var name: String {
        title ?? text.first { !$0.allSatisfy { $0.isWhitespace } } ?? items.first?.text ?? "an empty note"
    }
}
