// SPDX-License-Identifier: Apache-2.0

extension String {
    /// Returns the text without trailing white space, with which git pads the messages of a remote to cover progress on
    /// a terminal, and without the NUL byte that git sends after some messages.
    func trimmingEnd() -> String {
        var text = self[...]
        while let last = text.last, last.isWhitespace || last == "\0" { text.removeLast() }
        return String(text)
    }
}
