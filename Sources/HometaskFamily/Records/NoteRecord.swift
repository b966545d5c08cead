// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// A text about a task or a pin, or one that stands alone.
public struct NoteRecord: Hashable, Sendable, Identifiable {
    /// The note's permanent id.
    public let id: DocumentID
    /// The texts of the note's ``TextField``s.
    public let texts: [FieldName: String]
    /// The lines of its text; empty if it has only a heading or a checklist.
    public let text: [String]
    /// Its checklist, in the order of the items; empty if it has none.
    public let items: [TaskItem]
    /// The kind of the document that it is about.
    public let aboutKind: DocumentKind?
    /// The document that it is about.
    public let aboutID: DocumentID?
    /// When it was made.
    public let createdAt: Timestamp?
    /// The member who made it; nil if the document names none.
    public let createdBy: DocumentID?
    /// Whether it is in the trash.
    public let isDeleted: Bool
    /// Whether concurrent edits of it are waiting for somebody's choice.
    public let hasConflict: Bool
    /// The fields that plugins added, by plugin and name, as stored in the document.
    public let extensions: JSONObject

    /// Reads a note from the members of its document; nil if it has no id.
    public init?(_ members: JSONObject) {
        guard let id = members.id("id") else { return nil }
        self.id = id
        texts = TextField.texts(of: .note, in: members)
        text = members.strings("text")
        items = TaskItem.all(members["items"])
        aboutKind = members["about"]?["kind"]?.stringValue.map { DocumentKind(rawValue: $0) }
        aboutID = members["about"]?["id"]?.stringValue.flatMap { DocumentID($0) }
        createdAt = members["created"]?.objectValue?.time("at")
        createdBy = members["created"]?.objectValue?.id("by")
        isDeleted = members["deleted"] != nil
        hasConflict = members["conflicts"]?.objectValue?.isEmpty == false
        extensions = members["extensions"]?.objectValue ?? [:]
    }

    /// Its heading; nil if it has none.
    public var title: String? { texts["title"] }

    /// The path of the folder that it is in: the names from the outermost one, separated by slashes.
    public var folder: String? { texts["folder"] }

    /// Its name for people: its heading, otherwise its first line that is not blank, otherwise its first checklist
    /// item.
    public var name: String {
        title ?? text.first { !$0.allSatisfy { $0.isWhitespace } } ?? items.first?.text ?? "an empty note"
    }
}
