// SPDX-License-Identifier: Apache-2.0

import HometaskTerminal

/// Shows output longer than the terminal in a pager, as git does: the one named by `HOMETASK_PAGER` or `PAGER`,
/// otherwise `less`, which exits automatically if everything fits (`LESS=FRX`, unless the variable is set).
struct Pager {
    private let command: String
    private let variables: [String: String]

    /// Creates the pager for a number of lines; nil if paging is disabled or unnecessary.
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

    /// Shows text, and waits until the user closes the pager.
    ///
    /// - Returns: false if the pager does not exist; nothing was shown then.
    func show(_ text: String) -> Bool {
        switch TerminalProgram(command: command, variables: variables).run(input: Array(text.utf8)) {
        // The shell's exit code for a command that does not exist.
        case .notStarted, .exited(127): false
        case .exited, .signalled: true
        }
    }
}
