// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask note item`: the checklists of notes.
struct NoteItemCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "item",
        abstract: "Manage the checklist of a note: add, tick off, change, move and delete items.",
        discussion: "'hometask note show NOTE' shows the items with their numbers.",
        subcommands: [
            ItemAddCommand<NoteChecklist>.self, ItemDoneCommand<NoteChecklist>.self,
            ItemReopenCommand<NoteChecklist>.self, ItemEditCommand<NoteChecklist>.self,
            ItemMoveCommand<NoteChecklist>.self, ItemDeleteCommand<NoteChecklist>.self,
        ])
}
