// SPDX-License-Identifier: Apache-2.0

import HometaskTerminal

/// Shows what is longer than the terminal in a pager, as git does: the one that `HOMETASK_PAGER` or `PAGER` names, else
/// `less`, which ends by itself where all fits (`LESS=FRX` where nothing else is said).
struct Pager {
    private let command: String
    private let variables: [String: String]

    /// The pager for that many lines; nil if none is wanted or needed.
    init?(for lines: Int, _ environment: CommandEnvironment) {
        guard environment.isOutputTerminal, let rows = TerminalSize.rows, lines >= rows else { return nil }
        let named = ["HOMETASK_PAGER", "PAGER"].lazy.compactMap { environment.variables[$0] }.first
        command = named ?? "command -v less > /dev/null || exit 127; exec less"
        guard !command.isEmpty, command != "cat", environment.variables["TERM"] != "dumb" else { return nil }
        var variables = environment.variables
        variables["LESS"] = variables["LESS"] ?? "FRX"
        variables["LV"] = variables["LV"] ?? "-c"
        self.variables = variables
    }

    /// Shows a text, and waits until the person is done with it.
    ///
    /// - Returns: false if there is no such pager, and nothing was shown.
    func show(_ text: String) -> Bool {
        switch TerminalProgram(command: command, variables: variables).run(input: Array(text.utf8)) {
        // The shell's code for a command that is not there.
        case .notStarted, .exited(127): false
        case .exited, .signalled: true
        }
    }
}
