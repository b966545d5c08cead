// SPDX-License-Identifier: Apache-2.0

/// What a ``Table`` knows about one of its columns.
public struct Column: Hashable, Sendable {
    /// The heading, if the table has headings.
    public var title: String?
    /// The side on which its cells stand.
    public var alignment: Alignment
    /// The columns of the terminal that it keeps when room is short, at least 1; a column never takes more than its
    /// widest cell.
    public var minimum: Int
    /// Whether it gives way before the others do when room is short.
    public var shrinks: Bool

    /// Creates a column. A minimum below 1 counts as 1.
    public init(title: String? = nil, alignment: Alignment = .left, minimum: Int = 6, shrinks: Bool = false) {
        self.title = title
        self.alignment = alignment
        self.minimum = max(minimum, 1)
        self.shrinks = shrinks
    }
}
