// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskKit
import HometaskPlatform
import HometaskProcess

/// The program that `hometask serve` starts.
@main
struct HometaskServe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hometask serve",
        abstract: "Lets the family's phones exchange tasks with this machine.",
        discussion: """
            The server listens on this machine alone, unless --host and --url say otherwise. Phones need HTTPS: give a \
            certificate, or let a proxy such as Caddy stand in front.
            """, version: ProgramVersion.text,
        subcommands: [
            RunCommand.self, InviteCommand.self, DevicesCommand.self, SetupCommand.self, CheckCommand.self,
        ],
        defaultSubcommand: RunCommand.self)

    /// Runs the command that the arguments name, and ends the process.
    static func main() async {
        // The server runs unattended, so nobody could answer git's prompts.
        setenv("GIT_TERMINAL_PROMPT", "0", 1)
        do {
            if let obstacle = ProgramArguments.obstacle {
                throw ReplicaError(.notConfigured, obstacle.message, hint: "\(obstacle.hint)")
            }
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            let report = ErrorReport(error)
            if report.status == 0 { Console.writeText(report.text) } else { Console.complain(report.text) }
            HometaskPlatform.exit(report.status)
        }
    }
}
