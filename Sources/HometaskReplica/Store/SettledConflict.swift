// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// A value of a conflict that was dropped because a write replaced all values.
public struct SettledConflict: Hashable, Sendable {
    /// The path of the document with the conflict.
    public let path: DocumentPath
    /// The field with the conflict, or the list that contains the item.
    public let field: FieldName
    /// The member of an item of a list; nil if the value was the whole field's.
    public let member: Conflict.ItemMember?
    /// The value that was removed from the document; it stays in history.
    public let value: JSON
}
