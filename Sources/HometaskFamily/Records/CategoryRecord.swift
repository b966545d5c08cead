// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskMerging

/// A group of tasks, with a colour.
public struct CategoryRecord: DocumentRecord {
    /// The kind of the documents.
    public static let kind = DocumentKind.category

    /// The fields common to all kinds.
    public let common: CommonFields
    /// The display name of the document.
    public let name: String
    /// The category that its tasks were moved to, if it was merged.
    public let mergedInto: DocumentID?

    /// Reads a category from the members of its document; nil if the id is missing.
    public init?(_ members: JSONObject) {
        guard let common = CommonFields(members, of: Self.kind) else { return nil }
        self.common = common
        name = members.text("name") ?? ""
        mergedInto = members.id("mergedInto")
    }

    /// The category's colour, `#rrggbb`; nil if the document has none.
    public var color: String? { texts["color"] }
}
