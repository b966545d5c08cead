// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// Returns the value on one line for user-facing messages, truncated and safe to print on a terminal.
    ///
    /// Control characters and characters that change the direction or the position of text are written as `\u` escapes.
    ///
    /// - Parameter limit: The maximum number of code points; a longer text ends in an ellipsis.
    public func excerpt(limit: Int = 60) -> String { compactText.excerpt(limit: limit) }
}
