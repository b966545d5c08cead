// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskMerging

/// A text about a task or a pin, or one that stands alone.
public struct NoteRecord: DocumentRecord {
    /// The kind of the documents.
    public static let kind = DocumentKind.note

    /// The fields common to all kinds.
    public let common: CommonFields
    /// The lines of its text; empty if it has only a heading or a checklist.
    public let text: [String]
    /// The note's checklist, in the order of the items; empty if it has none.
    public let items: [TaskItem]

    /// Reads a note from the members of its document; nil if the id is missing.
    public init?(_ members: JSONObject) {
        guard let common = CommonFields(members, of: Self.kind) else { return nil }
        self.common = common
        text = members.strings("text")
        items = TaskItem.all(members["items"])
    }

    /// The note's heading; nil if it has none.
    public var title: String? { texts["title"] }

    /// The path of the folder that it is in: the names from the outermost one, separated by slashes.
    public var folder: String? { texts["folder"] }

    /// The display name: its heading, otherwise its first line that is not blank, otherwise its first checklist
    /// item.
    public var name: String {
        title ?? text.first { !$0.allSatisfy { $0.isWhitespace } } ?? items.first?.text ?? "an empty note"
    }
}
