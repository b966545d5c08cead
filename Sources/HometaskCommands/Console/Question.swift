// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskTerminal

/// Asks the user questions at a terminal. Without a terminal, nothing is asked, and the answer is nil or false.
struct Question {
    private let environment: CommandEnvironment

    init(_ environment: CommandEnvironment) {
        self.environment = environment
    }

    /// Whether a user can answer at a terminal.
    var canAsk: Bool { environment.isInputTerminal }

    /// Asks for a line of input; nil without a terminal, or if nothing was typed.
    func ask(_ prompt: String) -> String? {
        guard canAsk else { return nil }
        StandardError.writeText(EscapedText.safe(prompt, keepsLines: true) + " ")
        guard let answer = readLine().map(Self.trimmed) else { return nil }
        return answer.isEmpty ? nil : answer
    }

    /// Asks for a line of input that may be left out; nil without a terminal, or if nothing was typed.
    ///
    /// - Throws: `ReplicaError` (`unconfirmed`) if the input has ended, which is no answer.
    func askForAnswer(_ prompt: String) throws -> String? {
        guard canAsk else { return nil }
        StandardError.writeText(EscapedText.safe(prompt, keepsLines: true) + " ")
        guard let answer = readLine().map(Self.trimmed) else {
            StandardError.writeText("\n")
            throw ReplicaError(.unconfirmed, "the input ended before the last answer", hint: "Nothing was made.")
        }
        return answer.isEmpty ? nil : answer
    }

    /// Returns a text without white space at its ends.
    static func trimmed(_ text: some StringProtocol) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// Asks a yes-or-no question; false without a terminal.
    func confirms(_ prompt: String) -> Bool {
        ["y", "yes"].contains(ask("\(prompt) [y/N]")?.lowercased())
    }

    /// Asks whether a file may be overwritten.
    ///
    /// - Parameter reason: why a confirmation is needed: `already exists`.
    /// - Throws: `ReplicaError` (`alreadyExists`) if the user declines or there is no terminal.
    func confirmReplacing(_ name: String, because reason: String) throws {
        guard !confirms("\(name) \(reason). Overwrite it?") else { return }
        throw ReplicaError(
            .alreadyExists, "\(name) \(reason); it was not overwritten",
            hint: "Name another file, or overwrite it with --force.")
    }

    /// Asks before overwriting an existing file at a path.
    ///
    /// - Parameter name: the file name as the user typed it.
    func confirmReplacingFile(at path: String, called name: String) throws {
        if try TextFile.beginning(of: path) != nil { try confirmReplacing(name, because: "already exists") }
    }
}
