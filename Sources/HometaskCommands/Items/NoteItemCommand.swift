// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask note item`: the checklists of notes.
struct NoteItemCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "item",
        abstract: "Keep the checklist of a note: add, tick off, change, move and delete its items.",
        discussion: "'hometask note show NOTE' shows the items with the numbers that name them.",
        subcommands: [
            ItemAddCommand<NoteChecklist>.self, ItemDoneCommand<NoteChecklist>.self,
            ItemReopenCommand<NoteChecklist>.self, ItemEditCommand<NoteChecklist>.self,
            ItemMoveCommand<NoteChecklist>.self, ItemDeleteCommand<NoteChecklist>.self,
        ])
}
