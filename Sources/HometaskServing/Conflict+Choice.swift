// SPDX-License-Identifier: Apache-2.0

public import HometaskMerging

extension Conflict {
    /// Whether one choice settles the conflict: it concerns a whole field or the deletion of the document, not a line
    /// or an item.
    public var isChoice: Bool { line == nil && member == nil }

    /// Whether the document was edited and deleted concurrently. The choices are to keep (0) or delete (1) the
    /// document; for other conflicts, the choices are the values.
    public var isDeletion: Bool { field == "deleted" }

    /// The number of choices.
    var choiceCount: Int { isDeletion ? 2 : candidates.count }
}
