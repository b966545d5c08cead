// SPDX-License-Identifier: Apache-2.0

import HometaskTerminal
import Hummingbird

/// The log of a server: one line per response or fault, without secrets, cookies, titles or addresses, and by default
/// without ids that would identify a phone.
public struct RequestLog: Sendable {
    private let write: @Sendable (String) -> Void
    /// Whether logged paths contain ids.
    private let hasIDs: Bool

    /// The maximum length of a logged path, in columns.
    private static let longestPath = 200
    /// The maximum length of a logged sentence, in columns.
    private static let longestSentence = 1000

    /// Creates a log that writes its lines to a closure.
    ///
    /// - Parameter hasIDs: whether logged paths contain the ids of phones, tasks and photos.
    public init(hasIDs: Bool = false, _ write: @escaping @Sendable (String) -> Void) {
        self.hasIDs = hasIDs
        self.write = write
    }

    /// A log that discards its lines.
    public static let none = RequestLog { _ in }

    func answered(_ request: Request, with status: HTTPResponse.Status, after time: Duration) {
        let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
        let path = Self.shown(hasIDs ? request.uri.path : Self.withoutIDs(request.uri.path), to: Self.longestPath)
        write("\(status.code) \(request.method.rawValue) \(path) \(milliseconds) ms")
    }

    /// Replaces each component of a path that is an id or a digest by `*`: 32 hexadecimal digits or more, with or
    /// without hyphens.
    private static func withoutIDs(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            let digits = part.utf8.filter { $0 != UInt8(ascii: "-") }
            return digits.count >= 32 && part.allSatisfy { $0.isHexDigit || $0 == "-" } ? "*" : part
        }.joined(separator: "/")
    }

    func fault(_ message: String) { write("fault: \(Self.shown(message, to: Self.longestSentence))") }

    /// Logs an action of the server itself.
    func remark(_ message: String) { write(Self.shown(message, to: Self.longestSentence)) }

    /// Escapes line breaks and terminal control characters in an external string, and truncates a long string with `…`.
    private static func shown(_ text: String, to columns: Int) -> String {
        TextWidth.truncated(EscapedText.safe(text), to: columns)
    }
}
