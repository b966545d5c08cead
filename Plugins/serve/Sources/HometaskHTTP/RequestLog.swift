// SPDX-License-Identifier: Apache-2.0

import Hummingbird

/// The log of a server: one line for each answer and each fault, without secrets, cookies, titles and addresses.
public struct RequestLog: Sendable {
    private let write: @Sendable (String) -> Void

    /// A log whose lines are written by a closure.
    public init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

    /// A log that nobody reads.
    public static let none = RequestLog { _ in }

    func answered(_ request: Request, with status: HTTPResponse.Status, after time: Duration) {
        let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
        write("\(status.code) \(request.method.rawValue) \(Self.shown(request.uri.path)) \(milliseconds) ms")
    }

    func fault(_ message: String) { write("fault: \(Self.shown(message))") }

    /// Says what the server does by itself.
    func remark(_ message: String) { write(Self.shown(message)) }

    /// A text of the outside without what could forge a line or reach a terminal.
    private static func shown(_ text: String) -> String {
        String(text.unicodeScalars.prefix(200).map { (0x20..<0x7F).contains($0.value) ? Character($0) : "?" })
    }
}
