// SPDX-License-Identifier: Apache-2.0

/// One cell of a ``Table``: what it says and how it looks.
public struct Cell: Hashable, Sendable {
    /// The text as it came; the table makes it safe for a terminal.
    public var text: String
    /// The look of the whole text.
    public var style: Style

    /// The ranges in bold and underlined, in order, in bytes of the text's UTF-8 as ``EscapedText`` shows it.
    public var marks: [Range<Int>]

    /// Creates a cell: plain and without marks, unless others are given.
    public init(_ text: String, style: Style = .plain, marks: [Range<Int>] = []) {
        self.text = text
        self.style = style
        self.marks = marks
    }
}
