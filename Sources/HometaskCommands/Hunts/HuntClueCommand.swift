// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask hunt clue`: changes the clues of a hunt.
struct HuntClueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clue", abstract: "Change, move and delete the clues of a hunt.",
        discussion: """
            'hometask hunt add' adds one. The clues after a clue whose code word changes are encrypted again, which \
            only a device that knows the code words can do: the one that wrote them, or one where they were entered \
            ('hunt unlock').
            """,
        subcommands: [ClueEditCommand.self, ClueMoveCommand.self, ClueDeleteCommand.self])
}
