// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// `hometask item delete`: removes items from a checklist.
struct ItemDeleteCommand<Owner: ChecklistKind>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "delete",
            abstract: "Delete items of a checklist.",
            discussion: "'hometask undo' restores them; items are not moved to the trash.")
    }

    @OptionGroup var selection: ItemSelection<Owner>

    func run() async throws {
        try await selection.changeEach(command: "item delete") { transaction, item, owner in
            try transaction.items.delete(item, of: owner)
        } saying: { _ in
            "Deleted"
        }
    }
}
