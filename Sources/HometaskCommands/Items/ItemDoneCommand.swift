// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskReplica

/// `hometask item done`: ticks items off.
struct ItemDoneCommand<Owner: ChecklistKind>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "done",
            abstract: "Tick off items of a checklist.",
            discussion: "Name several items by numbers and ranges (1 3-5), or one by words of its text.")
    }

    @OptionGroup var selection: ItemSelection<Owner>

    func run() async throws {
        try await selection.changeEach(command: "item done") { transaction, item, owner in
            try transaction.items.tick(item, of: owner, isDone: true)
        } saying: {
            $0.isDone ? "Already ticked off" : "Ticked off"
        }
    }
}
