// SPDX-License-Identifier: Apache-2.0

import HometaskTerminal

/// Commands to run next, each with its purpose.
struct NextSteps {
    private let steps: [(command: String, purpose: String)]

    init(_ steps: [(String, String)]) {
        self.steps = steps.map { (command: $0.0, purpose: $0.1) }
    }

    /// The steps under a heading. Commands are never wrapped, however narrow the terminal is.
    func lines(_ output: Output) -> [String] {
        let width = steps.map { TextWidth.columns($0.command) }.max() ?? 0
        let isNarrow = steps.contains { width + TextWidth.columns($0.purpose) + 4 > output.width }
        return ["Next:"]
            + steps.flatMap { step in
                let command = EscapedText.safe(step.command)
                let purpose = Style.dim.applied(to: step.purpose, in: output.mode)
                return isNarrow
                    ? ["  \(command)"]
                    : ["  \(TextWidth.padded(command, to: width))  \(purpose)"]
            }
    }
}
