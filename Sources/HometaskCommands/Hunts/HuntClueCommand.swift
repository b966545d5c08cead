// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask hunt clue`: changes the clues of a hunt.
struct HuntClueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clue", abstract: "Change, move and delete the clues of a hunt.",
        discussion: """
            'hometask hunt add' adds one. What follows a clue whose code word changes is encrypted anew, which only a device can \
            do that knows the code words: the one that wrote them, or one that was told them ('hunt unlock').
            """,
        subcommands: [ClueEditCommand.self, ClueMoveCommand.self, ClueDeleteCommand.self])
}
