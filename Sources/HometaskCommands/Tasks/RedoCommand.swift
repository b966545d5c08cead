// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// `hometask redo`: repeats the last undone command.
struct RedoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", _superCommandName: "hometask",
        abstract: "Repeat what 'undo' took back.",
        discussion: """
            This makes a new change, which 'hometask undo' can take back again. If 'undo' took back several commands, \
            each 'redo' repeats one of them, the one taken back last first. Once another command has changed the family \
            on this device, there is nothing left to redo. 'redo' never asks for confirmation.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    func run() async throws {
        let session = try await FamilySession.open(global)
        try UndoPrinter(session).print(try await session.replica.redo(), "Repeated", showing: showing)
    }
}
