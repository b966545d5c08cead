// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// `hometask redo`: does again what `undo` took back.
struct RedoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", _superCommandName: "hometask",
        abstract: "Do again what 'undo' took back.",
        discussion: """
            It becomes a new change of its own, which 'hometask undo' takes back again; run again, it does the one again \
            that was taken back before. Nothing is left to redo once another command has changed the family here. \
            It never asks: what it does, 'undo' takes back.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    func run() async throws {
        let session = try await FamilySession.open(global)
        try UndoPage(session).print(try await session.replica.redo(), "Did again", showing: showing)
    }
}
