// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A place of a document with several concurrent values, none of which has been chosen yet.
public struct Conflict: Hashable, Sendable {
    /// One of the values, with the writes that wrote it, greatest first.
    public struct Candidate: Hashable, Sendable {
        /// The value; `null` where the field was cleared.
        public let value: JSON
        /// The writes of this value, greatest first; never empty.
        public let writes: [Write]
    }

    /// The field in conflict; `deleted` if an edit restored the document from the trash.
    public let field: FieldName
    /// The line of a text, counted from 0 as shown; nil if the whole field is one value.
    public let line: Int?
    /// The item of a list and the item's member; nil if the conflict is about a line or about the whole field.
    public let member: ItemMember?
    /// The values: the shown one first, then the others by rank.
    public let candidates: [Candidate]
    /// For the field `deleted`: the edits that restored the document, greatest first. Otherwise empty.
    public let edits: [Write]

    /// A member of an item of a list.
    public struct ItemMember: Hashable, Sendable {
        /// The item's id, which is unique within its list.
        public let item: String
        /// The member's key in the item's object, such as `text`; never `id`.
        public let name: String

        /// A member of an item.
        public init(item: String, name: String) {
            self.item = item
            self.name = name
        }
    }

    init(
        field: FieldName, line: Int? = nil, member: ItemMember? = nil, candidates: [Candidate], edits: [Write] = []
    ) {
        self.field = field
        self.line = line
        self.member = member
        self.candidates = candidates
        self.edits = edits
    }
}
