// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskReplica

/// The person's text editor: what `HOMETASK_EDITOR` names, else `VISUAL`, else `EDITOR`, else `vi`.
///
/// The latter three need a terminal to run in; `HOMETASK_EDITOR` is run without one too, so that a program can stand in
/// for the person.
struct Editor {
    /// The command as the shell reads it; it may have arguments.
    let command: String
    private let variables: [String: String]

    /// The editor; nil where there is none that could run.
    init?(_ environment: CommandEnvironment) {
        func named(_ variable: String) -> String? { environment.variables[variable].flatMap { $0.isEmpty ? nil : $0 } }
        variables = environment.variables
        if let own = named("HOMETASK_EDITOR") {
            command = own
        } else if environment.isInputTerminal, environment.isOutputTerminal {
            command = named("VISUAL") ?? named("EDITOR") ?? "vi"
        } else {
            return nil
        }
    }

    /// Lets a person edit a text, and hands over what became of it.
    ///
    /// Nothing that was typed is lost: where the editor fails, where its text cannot be read, or where `use` throws, the
    /// file stays, and the error says where it is.
    ///
    /// - Parameters:
    ///   - text: what stands in the file at first.
    ///   - name: the file's name, `note.txt`; editors tell from its end how to colour it.
    ///   - use: takes the edited text; not called where the text was left as it was.
    /// - Returns: what `use` returned; nil where the text was left as it was.
    func edit<Result>(_ text: String, as name: String, _ use: (String) async throws -> Result) async throws -> Result? {
        let folder = try makeFolder()
        let path = "\(folder)/\(name)"
        do {
            try TextFile.write(path, Array(text.utf8))
            try run(path)
            let edited = try Self.read(path)
            guard edited != text else {
                Self.remove(folder, path)
                return nil
            }
            let result = try await use(edited)
            Self.remove(folder, path)
            return result
        } catch let error as ReplicaError {
            let hint = Self.joined(error.hint, keeping: path)
            throw ReplicaError(error.code, error.message, hint: hint, candidates: error.candidates)
        } catch let error as UsageError {
            throw UsageError(error.message, hint: Self.joined(error.hint, keeping: path))
        }
    }

    private func run(_ path: String) throws {
        let status = try runShell(path)
        if status == 0 { return }
        let reason =
            switch status {
            case 127: "was not found"
            case ..<0: "was ended by signal \(-status)"
            default: "ended with exit code \(status)"
            }
        throw ReplicaError(
            status == 127 ? .missingProgram : .inputOutput, "the editor ‘\(command)’ \(reason); nothing was changed",
            hint: status == 127 ? "Name another one in VISUAL or EDITOR." : nil)
    }

    /// Runs the editor on the person's terminal and waits for its end.
    ///
    /// - Returns: its exit code, or a signal's number made negative.
    private func runShell(_ path: String) throws -> Int32 {
        // Ctrl-C in the editor is meant for the editor, not for us who wait.
        let interrupt = signal(SIGINT, SIG_IGN)
        let quit = signal(SIGQUIT, SIG_IGN)
        defer {
            signal(SIGINT, interrupt)
            signal(SIGQUIT, quit)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for number in [SIGINT, SIGQUIT, SIGPIPE] { sigaddset(&defaults, number) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

        let arguments: [String] = ["sh", "-c", "\(command) \"$@\"", command, path]
        let words = arguments.map { strdup($0) } + [nil]
        let settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + settings).forEach { free($0) } }
        var child = pid_t()
        let code = posix_spawn(&child, "/bin/sh", nil, &attributes, words, settings)
        guard code == 0 else {
            let reason = String(cString: strerror(code))
            throw ReplicaError(.inputOutput, "the editor ‘\(command)’ cannot be started: \(reason)")
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let signalNumber = status & 0x7F
        return signalNumber == 0 ? (status >> 8) & 0xFF : -signalNumber
    }

    private func makeFolder() throws -> String {
        let parent = variables["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = "\(parent)/hometask-XXXXXX".utf8CString.map { $0 }
        guard mkdtemp(&template) != nil else {
            throw ReplicaError(
                .inputOutput, "cannot make a folder for the editor in \(parent): \(String(cString: strerror(errno)))")
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func read(_ path: String) throws -> String {
        guard let bytes = try TextFile.read(path) else {
            throw ReplicaError(.notFound, "the editor removed the file it was given; nothing was changed")
        }
        return try TextFile.text(bytes, of: "what was edited")
    }

    private static func remove(_ folder: String, _ path: String) {
        unlink(path)
        // A folder in which the editor left a file of its own stays.
        rmdir(folder)
    }

    private static func joined(_ hint: String?, keeping path: String) -> String? {
        guard access(path, F_OK) == 0 else { return hint }
        return (hint.map { $0 + " " } ?? "") + "What you wrote is kept in \(path)."
    }
}
