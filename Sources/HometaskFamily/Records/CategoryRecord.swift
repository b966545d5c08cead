// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// A group of tasks, with a colour.
public struct CategoryRecord: Hashable, Sendable, Identifiable {
    /// The category's permanent id.
    public let id: DocumentID
    /// The name people use.
    public let name: String
    /// The texts of the category's ``TextField``s.
    public let texts: [FieldName: String]
    /// Whether it is in the trash.
    public let isDeleted: Bool
    /// The category that its tasks were moved to, if it was merged.
    public let mergedInto: DocumentID?
    /// When it was added.
    public let createdAt: Timestamp?
    /// The fields that plugins added, by plugin and name, as stored in the document.
    public let extensions: JSONObject

    /// Reads a category from the members of its document; nil if it has no id.
    public init?(_ members: JSONObject) {
        guard let id = members.id("id") else { return nil }
        self.id = id
        name = members.text("name") ?? ""
        texts = TextField.texts(of: .category, in: members)
        isDeleted = members["deleted"] != nil
        mergedInto = members.id("mergedInto")
        createdAt = members["created"]?.objectValue?.time("at")
        extensions = members["extensions"]?.objectValue ?? [:]
    }

    /// Its colour, `#rrggbb`; nil if the document has none.
    public var color: String? { texts["color"] }
}
