// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskMerging

/// A treasure hunt: clues that are solved one after another, or in any order.
public struct HuntRecord: DocumentRecord {
    /// The kind of the documents.
    public static let kind = DocumentKind.hunt

    /// The fields common to all kinds.
    public let common: CommonFields
    /// The text before the first clue.
    public let text: [String]
    /// Whether the clues may be solved in any order.
    public let isFree: Bool
    /// The clues, in their order.
    public let clues: [Clue]
    /// When the hunt was ended; nil while it continues. Clues that were solved later do not count.
    public let finishedAt: Timestamp?

    /// The members of a document that a hunt is read from.
    public static let members: Set<ExactString> = CommonFields.members(of: kind).union([
        "clues", "finished", "order", "text",
    ])

    /// Reads a hunt from the members of its document; nil if the id is missing.
    public init?(_ members: JSONObject) {
        guard let common = CommonFields(members, of: Self.kind) else { return nil }
        self.common = common
        text = members.strings("text")
        isFree = members["order"] == "free"
        clues = Clue.all(members["clues"])
        finishedAt = members["finished"]?.objectValue?.time("at")
    }

    /// The hunt's title; a placeholder if the document has none.
    public var title: String { texts["title"] ?? "a hunt without a title" }

    /// The number of a clue, from 1; nil if the hunt has no such clue.
    public func number(of clue: String) -> Int? { clues.firstIndex { $0.id == clue }.map { $0 + 1 } }
}
