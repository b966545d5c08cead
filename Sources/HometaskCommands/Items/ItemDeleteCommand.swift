// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// `hometask item delete`: takes items out of a checklist.
struct ItemDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Take items out of a checklist.",
        discussion: "'hometask undo' brings them back; there is no trash for items.")

    @OptionGroup var selection: ItemSelection

    func run() async throws {
        try await selection.changeEach(command: "item delete") { transaction, item, task in
            try transaction.delete(item, of: task)
        } saying: { _ in
            "Deleted"
        }
    }
}
