// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskReplica
import HometaskTerminal

/// The person's own editor, at work on a text.
struct TextEditor {
    private let command: String
    private let environment: CommandEnvironment

    /// The editor that `VISUAL` or `EDITOR` names, else `vi` on a terminal; nil where there is none.
    init?(_ environment: CommandEnvironment) {
        let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment.variables[$0] }.first { !$0.isEmpty }
        guard let command = named ?? (environment.isInputTerminal ? "vi" : nil) else { return nil }
        self.command = command
        self.environment = environment
    }

    /// A new file of its own for a text, for this person alone to read.
    static func file(for text: String, _ environment: CommandEnvironment) throws -> String {
        let folder = environment.variables["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        var name = Array("\(folder)/hometask-XXXXXX.txt".utf8CString)
        let file = mkstemps(&name, 4)
        let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard file >= 0 else {
            throw ReplicaError(.inputOutput, "cannot make a file in \(folder): \(String(cString: strerror(errno)))")
        }
        close(file)
        try TextFile.write(path, Array(text.utf8))
        return path
    }

    /// Lets the person edit a file, and waits until they are done.
    ///
    /// - Throws: `ReplicaError` where the editor cannot be started or fails; the file stays as it is then.
    func edit(_ path: String) throws {
        // As git does it: the variable may hold options, so a shell reads it; the path is passed as an argument.
        let words = ["sh", "-c", "\(command) \"$@\"", command, path]
        var process: pid_t = 0
        let arguments = words.map { strdup($0) } + [nil]
        let variables = environment.variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (arguments + variables).forEach { free($0) } }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGQUIT)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        // ^C in the editor is meant for the editor.
        let (interrupt, quit) = (signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN))
        defer {
            signal(SIGINT, interrupt)
            signal(SIGQUIT, quit)
        }
        let code = posix_spawn(&process, "/bin/sh", nil, &attributes, arguments, variables)
        guard code == 0 else { throw failure("cannot be started: \(String(cString: strerror(code)))") }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else {
            throw failure(
                status & 0x7F == 0 ? "ended with the exit code \((status >> 8) & 0xFF)" : "was ended by a signal")
        }
    }

    private func failure(_ what: String) -> ReplicaError {
        ReplicaError(
            .missingProgram, "the editor ‘\(command)’ \(what); nothing was changed",
            hint: "Name another one in the variable VISUAL or EDITOR.")
    }
}
