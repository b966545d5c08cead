// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// The value in one line for a message to a person: shortened, and safe on a terminal.
    ///
    /// Control characters and characters that change the direction or the position of text are written as `\u` escapes.
    ///
    /// - Parameter limit: The maximum number of code points; a longer text ends in an ellipsis.
    public func excerpt(limit: Int = 60) -> String { compactText.excerpt(limit: limit) }
}
