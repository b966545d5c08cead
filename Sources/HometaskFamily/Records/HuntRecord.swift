// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// A treasure hunt: clues that are solved one after another, or in any order.
public struct HuntRecord: Hashable, Sendable, Identifiable {
    /// The hunt's permanent id.
    public let id: DocumentID
    /// The texts of the hunt's ``TextField``s.
    public let texts: [FieldName: String]
    /// The text before the first clue.
    public let text: [String]
    /// Whether the clues may be solved in any order.
    public let isFree: Bool
    /// The clues, in their order.
    public let clues: [Clue]
    /// When it was ended; nil while it continues. Clues that were solved later do not count.
    public let finishedAt: Timestamp?
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

    /// The members of a document that a hunt is read from.
    public static let members: Set<ExactString> = TextField.members(of: .hunt).union([
        "clues", "conflicts", "created", "deleted", "extensions", "finished", "id", "order", "text",
    ])

    /// Reads a hunt from the members of its document; nil if it has no id.
    public init?(_ members: JSONObject) {
        guard let id = members.id("id") else { return nil }
        self.id = id
        texts = TextField.texts(of: .hunt, in: members)
        text = members.strings("text")
        isFree = members["order"] == "free"
        clues = Clue.all(members["clues"])
        finishedAt = members["finished"]?.objectValue?.time("at")
        createdAt = members["created"]?.objectValue?.time("at")
        createdBy = members["created"]?.objectValue?.id("by")
        isDeleted = members["deleted"] != nil
        hasConflict = members["conflicts"]?.objectValue?.isEmpty == false
        extensions = members["extensions"]?.objectValue ?? [:]
    }

    /// Its title; a placeholder if the document has none.
    public var title: String { texts["title"] ?? "a hunt without a title" }

    /// The number of a clue, from 1; nil if the hunt has no such clue.
    public func number(of clue: String) -> Int? { clues.firstIndex { $0.id == clue }.map { $0 + 1 } }
}
