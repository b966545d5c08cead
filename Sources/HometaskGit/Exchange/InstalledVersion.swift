// SPDX-License-Identifier: Apache-2.0

import HometaskProcess
import Synchronization

/// The version of an installed git, determined lazily and cached: an exchange with nothing to transfer does not start
/// git at all.
final class InstalledVersion: Sendable {
    private let executable: String
    private let environment: [String: String]
    private let found = Mutex<(major: Int, minor: Int)?>(nil)

    init(of executable: String, environment: [String: String]) {
        self.executable = executable
        self.environment = environment
    }

    /// Returns the major and the minor version.
    ///
    /// - Throws: ``TransportError/Kind/unsupported`` if git does not report its version, or is too old;
    ///   ``TransportError/Kind/other`` if git cannot be run.
    func number() throws(TransportError) -> (major: Int, minor: Int) {
        try found.withLock { (found) throws(TransportError) in
            if let found { return found }
            let version = try ask()
            found = version
            return version
        }
    }

    private func ask() throws(TransportError) -> (major: Int, minor: Int) {
        let child = ChildProcess(
            executable: executable, arguments: ["--version"], environment: environment, keepsTerminal: false)
        var messages = MessageLines(progress: nil)
        let outcome: ChildProcess.Outcome
        switch child.run(cancellation: Cancellation(), errors: { messages.append($0) }) {
        case .success(let ended): outcome = ended
        case .failure(let error):
            throw TransportError(.other, remote: "git", lines: ["cannot run \(executable): \(error.message)"])
        }
        messages.finish()
        guard outcome.status == 0 else {
            throw TransportError(
                .other, remote: "git", lines: ["'\(executable) --version' failed"] + messages.lines.suffix(3))
        }
        guard let version = Self.read(String(decoding: outcome.output, as: UTF8.self)) else {
            throw TransportError(.unsupported, remote: "git", lines: ["\(executable) does not report its version"])
        }
        guard version >= InstalledGit.oldestVersion else {
            let words = "\(executable) is version \(version.major).\(version.minor); 2.26 or newer is needed"
            throw TransportError(.unsupported, remote: "git", lines: [words])
        }
        return version
    }

    /// Parses output such as `git version 2.39.5`.
    private static func read(_ text: String) -> (major: Int, minor: Int)? {
        guard let word = text.split(whereSeparator: \.isWhitespace).dropFirst(2).first else { return nil }
        let numbers = word.split(separator: ".").prefix(2).compactMap { Int($0) }
        return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }
}
