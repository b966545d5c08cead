// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// `hometask item reopen`: opens items again that were ticked off.
struct ItemReopenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reopen", abstract: "Open items of a checklist again that were ticked off.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "A number, #id, or words of the title in quotes.")
    var task: String

    @Argument(help: "Numbers as 'hometask show' has them, ranges, or words of one text.")
    var items: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let words = items
        let written = try await session.changeItems(
            of: task, command: "item reopen", prefersDone: true
        ) { transaction, task, finder in
            let items = try finder.items(words)
            for item in items { try transaction.tick(item, of: task, isDone: false) }
            return items
        }
        if showing.json { return try await session.printTasks([written.task.id]) }
        for item in written.result {
            let deed = item.isDone ? "Open again" : "Was open"
            try session.output.say("\(deed): \(item.text)\(written.task.progressNote)")
        }
    }
}
