// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask photo`: photos of tasks, pins and notes.
struct PhotoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo", _superCommandName: "hometask",
        abstract: "Manage the family's photos: add, show, edit, export, delete and erase them.",
        subcommands: [
            PhotoListCommand.self, PhotoAddCommand.self, PhotoShowCommand.self, PhotoCaptionCommand.self,
            PhotoEditCommand.self, PhotoExportCommand.self, PhotoFetchCommand.self, PhotoVerifyCommand.self,
            PhotoCheckCommand.self, DocumentDeleteCommand<PhotoTrash>.self, DocumentRestoreCommand<PhotoTrash>.self,
            PhotoEraseCommand.self,
        ],
        defaultSubcommand: PhotoListCommand.self)
}
