// SPDX-License-Identifier: Apache-2.0

/// One cell of a ``Table``: what it says and how it looks.
public struct Cell: Hashable, Sendable {
    /// The text as it came; the table makes it safe for a terminal.
    public var text: String
    /// The look of the whole text.
    public var style: Style

    /// What stands out in bold and underlined: in bytes of the UTF-8 of the text as ``EscapedText`` shows it, in order.
    public var marks: [Range<Int>]

    /// Creates a cell: plain and without marks, unless others are given.
    public init(_ text: String, style: Style = .plain, marks: [Range<Int>] = []) {
        self.text = text
        self.style = style
        self.marks = marks
    }
}
