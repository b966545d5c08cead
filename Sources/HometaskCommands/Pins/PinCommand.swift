// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask pin`: the family's places.
struct PinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin", _superCommandName: "hometask",
        abstract: "Manage the family's places: add, find, list, show, change, share and delete pins.",
        subcommands: [
            PinListCommand.self, PinAddCommand.self, PinShowCommand.self, PinEditCommand.self,
            DocumentDeleteCommand<PinTrash>.self, DocumentRestoreCommand<PinTrash>.self,
            DocumentHistoryCommand<PinHistory>.self, PinFindCommand.self, PinShareCommand.self, PinCopyCommand.self,
            PinGoCommand.self,
        ],
        defaultSubcommand: PinListCommand.self)
}
