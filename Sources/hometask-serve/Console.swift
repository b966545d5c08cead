// SPDX-License-Identifier: Apache-2.0

import HometaskHTTP
import HometaskKit
import HometaskPlatform
import HometaskProcess
import HometaskTerminal

/// The standard streams, written without buffering.
enum Console {
    /// Writes to standard output.
    static func writeText(_ text: String) { writeText(text, to: STDOUT_FILENO) }

    /// Writes a line to standard output.
    static func say(_ line: String) { writeText(line + "\n") }

    /// Writes to standard error.
    static func complain(_ text: String) { writeText(text, to: STDERR_FILENO) }

    /// Writes a remark that begins with `note: ` to standard error, escaped and wrapped to the terminal.
    static func note(_ remark: String) { complain(wrapped(safe("note: \(remark)") + "\n")) }

    /// Escapes a line and wraps it to the terminal, with a mark before its first line and spaces before the others.
    static func indented(_ mark: String, _ text: String) -> String {
        let room = max(20, TerminalSize.errorColumns(environment: EnvironmentVariables.all) - TextWidth.columns(mark))
        let lines = TextWidth.wrapped(safe(text), to: room)
        let margin = String(repeating: " ", count: TextWidth.columns(mark))
        return lines.enumerated().map { ($0 == 0 ? mark : margin) + $1 }.joined(separator: "\n")
    }

    /// Creates a log on standard error. Its lines have timestamps unless systemd adds its own (`JOURNAL_STREAM`,
    /// systemd.exec(5)).
    static func log(hasIDs: Bool) -> RequestLog {
        let isTimed = getenv("JOURNAL_STREAM") == nil
        return RequestLog(hasIDs: hasIDs) { line in
            complain(isTimed ? "\(Timestamp.present.rfc3339) \(line)\n" : "\(line)\n")
        }
    }

    /// Writes JSON to standard output, escaping the characters that a terminal would interpret.
    static func writeJSON(_ text: String) { writeText(EscapedText.json(text)) }

    private static func writeText(_ text: String, to stream: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { HometaskPlatform.write(stream, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Escapes every character in a string that a terminal would interpret, or that hides or reorders text.
    static func safe(_ text: String) -> String { EscapedText.safe(text) }

    /// Wraps lines to the width of the terminal on standard error. Indented lines are left unchanged.
    static func wrapped(_ text: String) -> String {
        let width = TerminalSize.errorColumns(environment: EnvironmentVariables.all)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            line.hasPrefix(" ") ? [String(line)] : TextWidth.wrapped(String(line), to: width)
        }
        return lines.joined(separator: "\n")
    }
}
