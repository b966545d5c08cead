// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPlatform
import HometaskTerminal

/// The user's own text editor.
struct TextEditor {
    private let command: String
    private let environment: CommandEnvironment

    /// Finds the editor that `VISUAL` or `EDITOR` names, otherwise `vi` on a terminal; nil if there is none.
    init?(_ environment: CommandEnvironment) {
        let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment.variables[$0] }.first { !$0.isEmpty }
        guard let command = named ?? (environment.isInputTerminal ? "vi" : nil) else { return nil }
        self.command = command
        self.environment = environment
    }

    /// Creates a file that contains the text and is readable only by this user.
    static func file(for text: String, _ environment: CommandEnvironment) throws -> String {
        let folder = environment.variables["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        var name = Array("\(folder)/hometask-XXXXXX.txt".utf8CString)
        let file = mkstemps(&name, 4)
        let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard file >= 0 else {
            throw ReplicaError(.inputOutput, "cannot make a file in \(folder): \(String(cString: strerror(errno)))")
        }
        close(file)
        try TextFile.writeFile(path, Array(text.utf8))
        return path
    }

    /// Opens a file in the editor, and waits until it is closed.
    ///
    /// - Throws: `ReplicaError` if the editor cannot be started or fails; the file is then kept.
    func edit(_ path: String) throws {
        switch TerminalProgram(command: command, variables: environment.variables).run([path]) {
        case .exited(0): return
        case .exited(let code): throw failure("ended with the exit code \(code)")
        case .signalled: throw failure("was ended by a signal")
        case .notStarted(let code): throw failure("cannot be started: \(String(cString: strerror(code)))")
        }
    }

    private func failure(_ what: String) -> ReplicaError {
        ReplicaError(
            .missingProgram, "the editor ‘\(command)’ \(what); nothing was changed",
            hint: "Set another editor in the variable VISUAL or EDITOR.")
    }
}
