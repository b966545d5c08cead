// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The standard streams, written without buffering.
enum Console {
    /// Writes to standard output.
    static func write(_ text: String) { write(text, to: STDOUT_FILENO) }

    /// Writes a line to standard output.
    static func say(_ line: String) { write(line + "\n") }

    /// Writes to standard error.
    static func complain(_ text: String) { write(text, to: STDERR_FILENO) }

    private static func write(_ text: String, to stream: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(stream, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// A text without control characters, which could have a meaning to a terminal.
    static func safe(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    }
}
