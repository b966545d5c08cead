// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

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
