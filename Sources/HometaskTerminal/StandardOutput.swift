// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// Unbuffered standard output: text has been written when a call returns.
public enum StandardOutput {
    /// Whether standard output is a terminal.
    public static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Writes all of `text` in UTF-8.
    ///
    /// - Throws: ``BrokenPipe`` if the reader is gone, ``OutputError`` if the text cannot be written (a full disk).
    public static func writeText(_ text: String) throws {
        WorkingLine.end()
        try FileDescriptor(number: STDOUT_FILENO, name: "standard output").writeText(text)
    }

    /// Writes all bytes unchanged.
    ///
    /// - Throws: the same errors as ``writeText(_:)``.
    public static func writeBytes(_ bytes: [UInt8]) throws {
        WorkingLine.end()
        let descriptor = FileDescriptor(number: STDOUT_FILENO, name: "standard output")
        try bytes.withUnsafeBytes { try descriptor.writeBytes($0) }
    }
}

/// Unbuffered standard error: text is written immediately.
public enum StandardError {
    /// Whether standard error is a terminal.
    public static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Writes all of `text` in UTF-8. Failures are ignored, because there is no other place to report them.
    public static func writeText(_ text: String) {
        WorkingLine.end()
        draw(text)
    }

    /// Writes transient text, which the next output removes.
    static func draw(_ text: String) {
        try? FileDescriptor(number: STDERR_FILENO, name: "standard error").writeText(text)
    }
}
