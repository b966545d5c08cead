// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The result of a finished command.
struct Outcome: Sendable {
    let arguments: [String]
    /// The exit code, or the negated signal number.
    let status: Int32
    let stdout: String
    let stderr: String

    /// The lines of standard output.
    var lines: [String] { stdout.split(separator: "\n", omittingEmptySubsequences: true).map(String.init) }

    /// Expects an exit code and texts.
    @discardableResult
    func expect(
        status: Int32 = 0, stdout: TextExpectation = .anything, stderr: TextExpectation = .anything,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Outcome {
        let faults = [
            self.status == status ? nil : "the exit code should be \(status) and is \(self.status)",
            stdout.fault(in: self.stdout).map { "standard output \($0)" },
            stderr.fault(in: self.stderr).map { "standard error \($0)" },
        ].compactMap { $0 }
        if !faults.isEmpty {
            Issue.record("\(faults.joined(separator: "; "))\n\(self)", sourceLocation: sourceLocation)
        }
        return self
    }

    /// Expects success with an empty standard error.
    @discardableResult
    func expectQuietly(
        _ stdout: TextExpectation = .anything, sourceLocation: SourceLocation = #_sourceLocation
    ) -> Outcome {
        expect(stdout: stdout, stderr: .empty, sourceLocation: sourceLocation)
    }

    /// Standard output as JSON.
    func json() throws -> Any {
        try JSONSerialization.jsonObject(with: Data(stdout.utf8), options: .fragmentsAllowed)
    }

    /// Standard output as a JSON object.
    func object(sourceLocation: SourceLocation = #_sourceLocation) throws -> [String: Any] {
        try #require(json() as? [String: Any], sourceLocation: sourceLocation)
    }

    /// Standard output as a JSON array of objects.
    func objects(sourceLocation: SourceLocation = #_sourceLocation) throws -> [[String: Any]] {
        try #require(json() as? [[String: Any]], sourceLocation: sourceLocation)
    }
}

extension Outcome: CustomStringConvertible {
    var description: String {
        """
        hometask \(arguments.map { $0.count > 100 ? $0.prefix(100) + "…" : $0[...] }.joined(separator: " "))
        exit code \(status)
        --- standard output
        \(stdout.prefix(4000))
        --- standard error
        \(stderr.prefix(4000))
        """
    }
}
