// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask note`: texts about tasks or pins, or without a subject.
struct NoteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "note", _superCommandName: "hometask",
        abstract: "Manage the family's notes: add, list, show, change, share and delete them.",
        subcommands: [
            NoteListCommand.self, NoteAddCommand.self, NoteShowCommand.self, NoteEditCommand.self,
            DocumentHistoryCommand<NoteHistory>.self, NoteItemCommand.self, NoteMoveCommand.self,
            NoteFolderCommand.self, NoteShareCommand.self,
            DocumentDeleteCommand<NoteTrash>.self, DocumentRestoreCommand<NoteTrash>.self,
        ],
        defaultSubcommand: NoteListCommand.self)
}
