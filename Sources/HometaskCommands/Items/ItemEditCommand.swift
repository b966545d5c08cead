// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask item edit`: changes the text of an item.
struct ItemEditCommand<Owner: ChecklistKind>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "edit",
            abstract: "Change the text of a checklist item.",
            discussion: "The words after the item are the new text and need no quotes.")
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: ArgumentHelp(Owner.help, valueName: Owner.noun))
    var owner: String

    @Argument(help: "A number from '\(Owner.showCommand)', or words of the text in quotes.")
    var item: String

    @Argument(help: "The new text.")
    var text: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let text = try TaskItem.checkedText(text.joined(separator: " "))
        let name = item
        let written = try await session.checklists.changeItems(
            of: Owner.self, owner, command: "\(Owner.prefix)item edit"
        ) {
            transaction, owner, finder in
            let item = try finder.item([name])
            try transaction.items.rename(item, of: owner, to: text)
            return item
        }
        if showing.json { return try await Owner.print(written.owner, in: session) }
        try session.output.say(
            written.isChanged
                ? "Renamed: \(written.result.text) → \(text)\(written.owner.progressNote)"
                : "Nothing to change: \(text)")
    }
}
