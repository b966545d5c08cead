// SPDX-License-Identifier: Apache-2.0

/// One cell of a ``Table``: what it says and how it looks.
public struct Cell: Hashable, Sendable {
    /// The text as it came; the table makes it safe for a terminal.
    public var text: String
    /// The look of the whole text.
    public var style: Style

    /// Creates a cell.
    public init(_ text: String, style: Style = .plain) {
        self.text = text
        self.style = style
    }
}
