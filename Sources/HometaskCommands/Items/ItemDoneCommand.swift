// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskReplica

/// `hometask item done`: ticks items off.
struct ItemDoneCommand<Owner: ChecklistKind>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "done",
            abstract: "Tick items of a checklist off.",
            discussion: "Name several by numbers and ranges (1 3-5), or one by words of its text.")
    }

    @OptionGroup var selection: ItemSelection<Owner>

    func run() async throws {
        try await selection.changeEach(command: "item done") { transaction, item, owner in
            try transaction.tick(item, of: owner, isDone: true)
        } saying: {
            $0.isDone ? "Was ticked off already" : "Ticked off"
        }
    }
}
