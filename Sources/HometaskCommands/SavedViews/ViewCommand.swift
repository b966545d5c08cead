// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask view`: saved queries.
struct ViewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "view", _superCommandName: "hometask",
        abstract: "Save queries under names, and show, rename and delete them.",
        discussion:
            "A view is the family's: everybody has it after a sync. 'hometask list @NAME' lists what it asks for.",
        subcommands: [
            ViewListCommand.self, ViewShowCommand.self, ViewSaveCommand.self, ViewRenameCommand.self,
            ViewDeleteCommand.self,
            ViewRestoreCommand.self,
        ],
        defaultSubcommand: ViewListCommand.self)
}
