// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPlatform
import HometaskProcess
import HometaskReplica
import HometaskTerminal

/// Sets up the page for phones with the program `hometask-serve`.
struct PhoneSetup {
    /// The path of the program; nil if it is not installed.
    private let program: String?

    init(_ environment: CommandEnvironment) {
        program = ProgramPath.findBesideOwn("hometask-serve", in: environment.variables)
    }

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

    /// Whether the program is installed.
    var isInstalled: Bool { program != nil }

    /// Splits an answer into the words that the program takes.
    ///
    /// - Throws: `ReplicaError` if it is none of the ways.
    static func words(_ text: String) throws -> [String] {
        let words = text.split(separator: " ").map(String.init)
        let isKnown =
            ["tailscale", "funnel", "home"].contains(words.first?.lowercased()) || words.first?.contains("://") == true
        guard isKnown, words.count <= 2 else {
            throw ReplicaError(
                .invalidValue, "‘\(text)’ is not a way for phones to reach this machine",
                hint: "Give tailscale, funnel, home, or an address such as https://home.example.")
        }
        return words
    }

    /// Runs the program on the terminal, or says that it is not installed.
    ///
    /// - Parameter way: the words of an answer; nil for no phones.
    /// - Returns: the exit code of the program; zero if there was nothing to do.
    func setUp(_ way: [String]?, for session: FamilySession) throws -> Int32 {
        guard let program else {
            try session.output.say(
                "Phones need the package hometask-serve, which is not installed. When it is, run 'hometask setup' again."
            )
            return 0
        }
        guard let way else { return 0 }
        var variables = session.environment.variables
        variables["HOMETASK_DIR"] = session.replica.folder
        let invited = session.member.map { ["--invite", "#\($0)"] } ?? []
        let run = TerminalProgram(command: ShellQuoting.quoted(program), variables: variables)
        guard case .exited(let status) = run.run(["setup"] + way + invited) else { return ExitStatus.unsatisfied }
        return status
    }
}
