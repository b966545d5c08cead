// SPDX-License-Identifier: Apache-2.0

import Testing

/// A command line that must be refused, with the expected message, hint and exit code.
struct WrongUse: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let input: String
    let status: Int32
    let message: TextExpectation
    /// The expected hint; nil if none is required.
    let hint: TextExpectation?

    init(
        _ arguments: String..., input: String = "", status: Int32, message: TextExpectation,
        hint: TextExpectation? = .anything
    ) {
        self.arguments = arguments
        self.input = input
        self.status = status
        self.message = message
        self.hint = hint
    }

    var testDescription: String {
        arguments.map { $0.count > 40 ? $0.prefix(40) + "…" : $0[...] }.joined(separator: " ")
    }
}

extension Device {
    /// Expects that a command line is refused and changes nothing.
    func expectRefusal(_ use: WrongUse, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try expectUnchanged(sourceLocation: sourceLocation) {
            let outcome = try run(use.arguments, input: use.input)
            outcome.expect(status: use.status, stdout: .empty, stderr: use.message, sourceLocation: sourceLocation)
            let lower = outcome.stderr.lowercased()
            #expect(lower.hasPrefix("error: "), "\(outcome)", sourceLocation: sourceLocation)
            let controls = outcome.stderr.unicodeScalars.filter { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F }
            #expect(controls.isEmpty, "\(outcome)", sourceLocation: sourceLocation)
            guard let hint = use.hint else { return }
            let fault = outcome.stderr.contains("hint: ") ? hint.fault(in: outcome.stderr) : "should give a hint"
            if let fault { Issue.record("standard error \(fault)\n\(outcome)", sourceLocation: sourceLocation) }
        }
    }
}
