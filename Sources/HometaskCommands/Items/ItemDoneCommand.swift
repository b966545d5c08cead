// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// `hometask item done`: ticks items off.
struct ItemDoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "done",
        abstract: "Tick items of a checklist off.",
        discussion: "Name several by numbers and ranges (1 3-5), or one by words of its text.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "A number, #id, or words of the title in quotes.")
    var task: String

    @Argument(help: "Numbers as 'hometask show' has them, ranges, or words of one text.")
    var items: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let words = items
        let written = try await session.changeItems(of: task, command: "item done") { transaction, task, finder in
            let items = try finder.items(words)
            for item in items { try transaction.tick(item, of: task, isDone: true) }
            return items
        }
        if showing.json { return try await session.printTasks([written.task.id]) }
        for item in written.result {
            let deed = item.isDone ? "Was ticked off already" : "Ticked off"
            try session.output.say("\(deed): \(item.text)\(written.task.progressNote)")
        }
    }
}
