// SPDX-License-Identifier: Apache-2.0

import HometaskTerminal

/// Commands to run next, each with its purpose.
struct NextSteps {
    private let steps: [(command: String, purpose: String)]

    /// The minimum number of columns for a purpose beside its command.
    private static let leastRoom = 24

    init(_ steps: [(String, String)]) {
        self.steps = steps.map { (command: $0.0, purpose: $0.1) }
    }

    /// Returns the steps under a heading. Commands are never wrapped, however narrow the terminal is. Purposes are
    /// wrapped, beside their commands or, if there is not enough room, below them.
    func lines(_ output: Output) -> [String] {
        let width = steps.map { TextWidth.columns($0.command) }.max() ?? 0
        let room = output.width - width - 4
        let isBeside = room >= Self.leastRoom
        return ["Next:"]
            + steps.flatMap { step -> [String] in
                let command = EscapedText.safe(step.command)
                let lines = TextWidth.wrapped(step.purpose, to: isBeside ? room : output.width - 6)
                let purpose = lines.map { Style.dim.applied(to: $0, in: output.mode) }
                guard isBeside else { return ["  \(command)"] + purpose.map { "      \($0)" } }
                return purpose.enumerated().map { index, line in
                    "  \(TextWidth.padded(index == 0 ? command : "", to: width))  \(line)"
                }
            }
    }
}
