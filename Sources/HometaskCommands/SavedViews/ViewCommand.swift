// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask view`: saved queries.
struct ViewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "view", _superCommandName: "hometask",
        abstract: "Save queries as views, and show, rename and delete these.",
        discussion:
            "Views belong to the family: everybody has them after a sync. 'hometask list @NAME' lists the tasks of one.",
        subcommands: [
            ViewListCommand.self, ViewShowCommand.self, ViewSaveCommand.self, ViewRenameCommand.self,
            DocumentDeleteCommand<ViewTrash>.self, DocumentRestoreCommand<ViewTrash>.self,
        ],
        defaultSubcommand: ViewListCommand.self)
}
