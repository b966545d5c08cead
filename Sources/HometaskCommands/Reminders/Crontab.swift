// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskTerminal

/// A line in the user's crontab, identified by a mark at its end.
struct Crontab {
    private let mark: String
    private let program: HelperProgram

    init(_ name: String, _ environment: CommandEnvironment) {
        mark = "# \(name)"
        program = HelperProgram("crontab", environment)
    }

    /// Adds the line, or replaces an earlier one.
    func install(program path: String, folder: String, minutes: Int) throws {
        let lines = try lines()
        let times = minutes < 60 ? "*/\(minutes) * * * *" : "0 */\(minutes / 60) * * *"
        let command = "\(ShellQuoting.quoted(path)) remind --unattended -C \(ShellQuoting.quoted(folder)) >/dev/null"
        // crontab(5): an unescaped percent sign would end the command.
        let escaped = command.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "\\%")
        try replaceLines(with: lines.filter { !isOurs($0) } + ["\(times) \(escaped) \(mark)"])
    }

    /// Removes the line.
    ///
    /// - Returns: whether there was one.
    func uninstall() throws -> Bool {
        guard let lines = try? lines(), lines.contains(where: isOurs) else { return false }
        try replaceLines(with: lines.filter { !isOurs($0) })
        return true
    }

    private func isOurs(_ line: String) -> Bool { line.hasSuffix(mark) }

    /// Returns the lines of the crontab. A user without a crontab has none; crontab(1) then exits with 1.
    private func lines() throws -> [String] {
        let outcome = program.run(["-l"])
        guard let status = outcome.status, status != 127 else { throw missing() }
        guard status == 0 else { return [] }
        var lines = String(decoding: outcome.output, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    private func replaceLines(with lines: [String]) throws {
        let text = lines.map { $0 + "\n" }.joined()
        guard let status = program.run(["-"], input: Array(text.utf8)).status else { throw missing() }
        guard status == 0 else {
            throw ReplicaError(
                .inputOutput, "crontab refused the new table, with the exit code \(status)",
                hint: "'crontab -e' shows the current table.")
        }
    }

    private func missing() -> ReplicaError {
        ReplicaError(
            .missingProgram, "the program crontab is not installed",
            hint: "Install cron, or leave out --crontab for a systemd timer.")
    }
}
