// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPlatform
import HometaskProcess
import HometaskReplica
import HometaskTerminal

/// Sets up the page for phones with the program `hometask-serve`.
struct PhoneSetup {
    static let question = """
        How do phones reach this machine? Browsers keep tasks, and work offline, only
        with HTTPS; with plain http, no phone can join. These ways need no domain:
          tailscale    with a free account, and Tailscale's app on each phone
          funnel       the same for everyone: phones need no app
          home         the home network alone; each phone installs a certificate
        These do:
          https://…    your address, with a proxy such as Caddy or a tunnel
        A way, or Enter for no phones:
        """

    private let environment: CommandEnvironment
    /// The path of the program; nil if it is not installed.
    private let program: String?

    init(_ environment: CommandEnvironment) {
        self.environment = environment
        program = ProgramPath.findBesideOwn("hometask-serve", in: environment.variables)
    }

    /// Whether the program is installed.
    var isInstalled: Bool { program != nil }

    /// Why no phones can be set up.
    static let absence = ReplicaError(
        .missingProgram, "phones need the package hometask-serve, which is not installed",
        hint: "Install it, and run 'hometask setup' again.")

    /// Splits an answer into the words that the program takes, and has it check them, and what the way needs.
    ///
    /// - Throws: `ReplicaError` with what the program says against it.
    func words(_ text: String) throws -> [String] {
        guard let program else { throw Self.absence }
        let words = text.split(separator: " ").map(String.init)
        let run = ProgramRun(program, ["setup", "--dry-run", "--"] + words, environment: environment.variables)
        guard let outcome = try? run.run([]) else {
            throw ReplicaError(.inputOutput, "\(program) cannot be started")
        }
        guard outcome.isSuccess else {
            let lines = String(decoding: outcome.errors, as: UTF8.self).split(separator: "\n").map(String.init)
            func part(_ name: String) -> String? {
                lines.first { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
            }
            throw ReplicaError(
                outcome.code == ExitStatus.usage ? .invalidValue : .notConfigured,
                part("error: ") ?? "hometask-serve \(outcome.words)",
                hint: part("hint: ").map { "\($0)" })
        }
        return words
    }

    /// Runs the program on the terminal.
    ///
    /// - Parameter way: the words of an answer.
    /// - Returns: the exit code of the program.
    func setUp(_ way: [String], for session: FamilySession) throws -> Int32 {
        guard let program else { throw Self.absence }
        var variables = environment.variables
        variables["HOMETASK_DIR"] = session.replica.folder
        let invited = session.member.map { ["--invite", "#\($0)"] } ?? []
        let run = TerminalProgram(command: ShellQuoting.quoted(program), variables: variables)
        switch run.run(["setup"] + invited + ["--"] + way) {
        case .exited(let status): return status
        case .signalled: return ExitStatus.interrupted
        case .notStarted(let number):
            throw ReplicaError(.inputOutput, "cannot start \(program): \(String(cString: strerror(number)))")
        }
    }
}
