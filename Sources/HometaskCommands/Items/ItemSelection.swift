// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// The items of one checklist, to each of which a command makes the same change.
struct ItemSelection<Owner: ChecklistKind>: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: ArgumentHelp(Owner.help, valueName: Owner.noun))
    var owner: String

    @Argument(help: "Numbers from '\(Owner.showCommand)', ranges, or words of one text.")
    var items: [String]

    /// Changes all items in one commit, and prints a line about each.
    ///
    /// - Parameters:
    ///   - prefersDone: see `ItemFinder`.
    ///   - deed: returns a phrase that describes the change, given the item before the change.
    func changeEach(
        command: String, prefersDone: Bool = false,
        change: @Sendable (Transaction, TaskItem, ChecklistOwner) throws -> Void, saying deed: (TaskItem) -> String
    ) async throws {
        let session = try await FamilySession.open(global)
        let words = items
        let written = try await session.checklists.changeItems(
            of: Owner.self, owner, command: "\(Owner.prefix)\(command)", prefersDone: prefersDone
        ) { transaction, owner, finder in
            let items = try finder.items(words)
            for item in items { try change(transaction, item, owner) }
            return items
        }
        if showing.json { return try await Owner.print(written.owner, in: session) }
        for item in written.result {
            try session.output.say("\(deed(item)): \(item.text)\(written.owner.progressNote)")
        }
    }
}
