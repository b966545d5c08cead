// SPDX-License-Identifier: Apache-2.0

/// The properties of a column in a ``Table``.
public struct Column: Hashable, Sendable {
    /// The heading, if the table has headings.
    public var title: String?
    /// The alignment of its cells.
    public var alignment: Alignment
    /// The width that the column keeps if space is short, in columns of the terminal, at least 1. A column never takes
    /// more than its widest cell.
    public var minimum: Int
    /// Whether the column becomes narrower before the others if space is short.
    public var shrinks: Bool

    /// Creates a column. A minimum below 1 counts as 1.
    public init(title: String? = nil, alignment: Alignment = .left, minimum: Int = 6, shrinks: Bool = false) {
        self.title = title
        self.alignment = alignment
        self.minimum = max(minimum, 1)
        self.shrinks = shrinks
    }
}
