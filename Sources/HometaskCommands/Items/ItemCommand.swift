// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskReplica

/// `hometask item`: the checklists of tasks.
struct ItemCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "item", _superCommandName: "hometask",
        abstract: "Manage the checklist of a task: add, tick off, change, move and delete items.",
        discussion: "'hometask show TASK' shows the items with their numbers.",
        subcommands: [
            ItemAddCommand<TaskChecklist>.self, ItemDoneCommand<TaskChecklist>.self,
            ItemReopenCommand<TaskChecklist>.self, ItemEditCommand<TaskChecklist>.self,
            ItemMoveCommand<TaskChecklist>.self, ItemDeleteCommand<TaskChecklist>.self,
        ])
}

/// `hometask item delete`: removes items from a checklist.
struct ItemDeleteCommand<Owner: ChecklistKind>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "delete",
            abstract: "Delete items of a checklist.",
            discussion: "'hometask undo' restores them; items are not moved to the trash.")
    }

    @OptionGroup var selection: ItemSelection<Owner>

    func run() async throws {
        try await selection.changeEach(command: "item delete") { transaction, item, owner in
            try transaction.items.delete(item, of: owner)
        } saying: { _ in
            "Deleted"
        }
    }
}

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

/// `hometask item reopen`: reopens ticked-off items.
struct ItemReopenCommand<Owner: ChecklistKind>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "reopen", abstract: "Reopen checklist items that were ticked off.")
    }

    @OptionGroup var selection: ItemSelection<Owner>

    func run() async throws {
        try await selection.changeEach(command: "item reopen", prefersDone: true) { transaction, item, owner in
            try transaction.items.tick(item, of: owner, isDone: false)
        } saying: {
            $0.isDone ? "Open again" : "Already open"
        }
    }
}
