// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask item move`: moves an item within its checklist.
struct ItemMoveCommand<Owner: ChecklistKind>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "move", abstract: "Move an item within its checklist.")
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var place: ItemPlaceOptions

    @Flag(name: [.long, .customLong("bottom")], help: "To the end.")
    var last = false

    @Argument(help: ArgumentHelp(Owner.help, valueName: Owner.noun))
    var owner: String

    @Argument(help: ArgumentHelp("A number from '\(Owner.showCommand)', or words of the text.", valueName: "item"))
    var words: [String]

    func validate() throws {
        guard place.count + (last ? 1 : 0) == 1 else {
            throw ValidationError("give one of --before ITEM, --after ITEM, --first and --last")
        }
    }

    func run() async throws {
        let session = try await FamilySession.open(global)
        let (place, words) = (place, words)
        let written = try await session.checklists.changeItems(
            of: Owner.self, owner, command: "\(Owner.prefix)item move"
        ) {
            transaction, owner, finder in
            let item = try finder.item(words)
            try transaction.items.move(item, of: owner, to: place.place(finder))
            return item
        }
        if showing.json { return try await Owner.print(written.owner, in: session) }
        let number = written.owner.items.firstIndex { $0.id == written.result.id }.map { " to number \($0 + 1)" } ?? ""
        try session.output.say(
            written.isChanged
                ? "Moved\(number): \(written.result.text) (\(written.owner.name))"
                : "It is already there: \(written.result.text)")
    }
}
