// SPDX-License-Identifier: Apache-2.0

/// One cell of a ``Table``: its text and its style.
public struct Cell: Hashable, Sendable {
    /// The original text; the table makes it safe for a terminal.
    public var text: String
    /// The style of the whole text.
    public var style: Style

    /// The ranges in bold and underlined, in order, as UTF-8 byte offsets in the text as escaped by ``EscapedText``.
    public var marks: [Range<Int>]

    /// Creates a cell, by default plain and without marks.
    public init(_ text: String, style: Style = .plain, marks: [Range<Int>] = []) {
        self.text = text
        self.style = style
        self.marks = marks
    }
}
