// SPDX-License-Identifier: Apache-2.0

public import HometaskMerging

extension Conflict {
    /// Whether somebody can settle it by choosing one of its values: it is about a whole field, and not about a line, an
    /// item or the deletion of a document.
    public var isChoice: Bool { line == nil && member == nil && field != "deleted" }
}
