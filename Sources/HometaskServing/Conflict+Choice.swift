// SPDX-License-Identifier: Apache-2.0

public import HometaskMerging

extension Conflict {
    /// Whether one choice settles it: it is about a whole field or the deletion of the document, not about a line or an
    /// item.
    public var isChoice: Bool { line == nil && member == nil }

    /// Whether the document was edited and deleted concurrently. The choices are to keep it (0) or delete it (1); those
    /// of other conflicts are the values.
    public var isDeletion: Bool { field == "deleted" }

    /// The number of choices.
    var choiceCount: Int { isDeletion ? 2 : candidates.count }
}
