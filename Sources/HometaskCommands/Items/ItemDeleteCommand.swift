// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// `hometask item delete`: takes items out of a checklist.
struct ItemDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Take items out of a checklist.",
        discussion: "'hometask undo' brings them back; there is no trash for items.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "A number, #id, or words of the title in quotes.")
    var task: String

    @Argument(help: "Numbers as 'hometask show' has them, ranges, or words of one text.")
    var items: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let words = items
        let written = try await session.changeItems(of: task, command: "item delete") { transaction, task, finder in
            let items = try finder.items(words)
            for item in items { try transaction.delete(item, of: task) }
            return items
        }
        if showing.json { return try await session.printTasks([written.task.id]) }
        for item in written.result { try session.output.say("Deleted: \(item.text)\(written.task.progressNote)") }
    }
}
