// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskReplica

/// `hometask item reopen`: reopens ticked-off items.
struct ItemReopenCommand<Owner: ChecklistKind>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "reopen", abstract: "Reopen checklist items that were ticked off.")
    }

    @OptionGroup var selection: ItemSelection<Owner>

    func run() async throws {
        try await selection.changeEach(command: "item reopen", prefersDone: true) { transaction, item, owner in
            try transaction.items.tick(item, of: owner, isDone: false)
        } saying: {
            $0.isDone ? "Open again" : "Already open"
        }
    }
}
