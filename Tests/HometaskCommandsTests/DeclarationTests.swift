// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing

@testable import HometaskCommands

/// How the commands declare their options: ArgumentParser checks that whenever it reads a declaration, in debug builds,
/// and ends the process where one is wrong.
@Suite struct DeclarationTests {
    @Test("all commands declare their options as ArgumentParser wants them")
    func commands() {
        let commands = Self.commands(of: HometaskCommand.self)
        #expect(commands.count > 150)
        for command in commands {
            #expect(HometaskCommand.helpMessage(for: command, includeHidden: true).contains("USAGE: "), "\(command)")
        }
    }

    @Test("a wrong declaration ends the process")
    func wrong() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(WrongCommand.helpMessage())
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("loud"))
    }

    /// A command and all below it.
    private static func commands(of command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
        [command] + command.configuration.subcommands.flatMap(commands(of:))
    }
}

/// Two options of this command have the same name.
private struct WrongCommand: ParsableCommand {
    @Flag(name: .customLong("loud")) var isLoud = false
    @Flag(name: .customLong("loud")) var isLouder = false
}
