// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// `hometask item edit`: gives an item another text.
struct ItemEditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Give an item of a checklist another text.",
        discussion: "The words behind the item are its new text and need no quotes.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "A number, #id, or words of the title in quotes.")
    var task: String

    @Argument(help: "A number as 'hometask show' has it, or words of the text in quotes.")
    var item: String

    @Argument(help: "The new text.")
    var text: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let text = try TaskItem.checkedText(text.joined(separator: " "))
        let name = item
        let written = try await session.changeItems(of: task, command: "item edit") { transaction, task, finder in
            let item = try finder.item([name])
            try transaction.rename(item, of: task, to: text)
            return item
        }
        if showing.json { return try await session.printTasks([written.task.id]) }
        try session.output.say(
            written.isChanged
                ? "Renamed: \(written.result.text) → \(text)\(written.task.progressNote)"
                : "Nothing to change: \(text)")
    }
}
