// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing

@testable import HometaskCommands

/// The commands' declarations of options: in debug builds, ArgumentParser checks each declaration that it reads, and
/// ends the process if it is invalid.
@Suite struct DeclarationTests {
    @Test("all commands have valid declarations")
    func commands() {
        let commands = Self.commands(of: HometaskCommand.self)
        #expect(commands.count > 150)
        for command in commands {
            #expect(HometaskCommand.helpMessage(for: command, includeHidden: true).contains("USAGE: "), "\(command)")
        }
    }

    @Test("an invalid declaration ends the process")
    func wrong() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(WrongCommand.helpMessage())
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("loud"))
    }

    /// A command and all its subcommands.
    private static func commands(of command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
        [command] + command.configuration.subcommands.flatMap(commands(of:))
    }
}

/// Two options of this command have the same name.
private struct WrongCommand: ParsableCommand {
    @Flag(name: .customLong("loud")) var isLoud = false
    @Flag(name: .customLong("loud")) var isLouder = false
}
