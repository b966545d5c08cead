// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Standard output, unbuffered: what was written is out when `write` returns.
public enum StandardOutput {
    /// Whether a terminal is on the other side.
    public static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Writes the whole of `text` in UTF-8.
    ///
    /// - Throws: ``BrokenPipe`` when nobody reads any more, ``OutputError`` when it cannot be written (a full disk).
    public static func write(_ text: String) throws {
        WorkingLine.end()
        try FileDescriptor(number: STDOUT_FILENO, name: "standard output").write(text)
    }

    /// Writes all bytes as they are.
    ///
    /// - Throws: as ``write(_:)-(String)``.
    public static func write(_ bytes: [UInt8]) throws {
        WorkingLine.end()
        let descriptor = FileDescriptor(number: STDOUT_FILENO, name: "standard output")
        try bytes.withUnsafeBytes { try descriptor.write($0) }
    }
}

/// Standard error: each text is written at once, without a buffer.
public enum StandardError {
    /// Whether a terminal is on the other side.
    public static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Writes the whole of `text` in UTF-8. There is nowhere left to report a failure to, so failures are ignored.
    public static func write(_ text: String) {
        WorkingLine.end()
        draw(text)
    }

    /// Writes text that the next one takes away.
    static func draw(_ text: String) {
        try? FileDescriptor(number: STDERR_FILENO, name: "standard error").write(text)
    }
}
