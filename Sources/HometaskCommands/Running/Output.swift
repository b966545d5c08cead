// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskTerminal

/// Where a command's words go: fitted to the terminal, coloured where that makes sense, in one write.
struct Output: Sendable {
    /// The terminal's width in columns.
    let width: Int
    let mode: ColorMode

    init(_ environment: CommandEnvironment, color: ColorChoice, settings: Settings) {
        width = TerminalSize.columns(environment: environment.variables)
        let chosen = color == .auto ? settings.color : color
        mode = ColorMode.decide(
            forced: chosen == .auto ? nil : chosen == .always, environment: environment.variables,
            isTerminal: environment.isOutputTerminal)
    }

    /// Prints lines that are already safe for a terminal and styled.
    func print(_ lines: [String]) throws {
        try StandardOutput.write(lines.map { $0 + "\n" }.joined())
    }

    /// Prints one sentence, made safe and wrapped to the width.
    func say(_ sentence: String) throws {
        try print(TextWidth.wrapped(EscapedText.safe(sentence), to: width))
    }

    /// Prints a JSON value in canonical form.
    func print(_ json: JSON) throws {
        try StandardOutput.write(json.canonicalText)
    }

    /// Prints a remark to standard error, so that it does not mix with what a program reads.
    func remark(_ sentence: String) {
        StandardError.write(EscapedText.safe(sentence) + "\n")
    }
}
