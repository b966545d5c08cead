// SPDX-License-Identifier: Apache-2.0

public import HometaskMerging

extension Conflict {
    /// Whether somebody can settle it by making one choice: it is about a whole field or about the deletion of the
    /// document, and not about a line or an item.
    public var isChoice: Bool { line == nil && member == nil }

    /// Whether the document was deleted while somebody edited it. Its choices are to keep the document (0) and to
    /// delete it (1); those of another conflict are its values.
    public var isDeletion: Bool { field == "deleted" }

    /// The number of choices.
    var choiceCount: Int { isDeletion ? 2 : candidates.count }
}
