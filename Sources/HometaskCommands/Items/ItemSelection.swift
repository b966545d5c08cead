// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskReplica

/// The items of one checklist that a command changes, each in the same way.
struct ItemSelection: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "A number, #id, or words of the title in quotes.")
    var task: String

    @Argument(help: "Numbers as 'hometask show' has them, ranges, or words of one text.")
    var items: [String]

    /// Changes each of them, all as one change, and says a line of each.
    ///
    /// - Parameters:
    ///   - prefersDone: see `ItemFinder`.
    ///   - deed: what became of an item, which is given as it was before.
    func changeEach(
        command: String, prefersDone: Bool = false,
        _ change: @Sendable (Transaction, TaskItem, DocumentID) throws -> Void, saying deed: (TaskItem) -> String
    ) async throws {
        let session = try await FamilySession.open(global)
        let words = items
        let written = try await session.changeItems(
            of: task, command: command, prefersDone: prefersDone
        ) { transaction, task, finder in
            let items = try finder.items(words)
            for item in items { try change(transaction, item, task) }
            return items
        }
        if showing.json { return try await session.printTasks([written.task.id]) }
        for item in written.result {
            try session.output.say("\(deed(item)): \(item.text)\(written.task.progressNote)")
        }
    }
}
