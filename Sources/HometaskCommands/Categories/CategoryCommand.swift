// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask category`: groups of tasks.
struct CategoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "category", _superCommandName: "hometask",
        abstract: "Show, add, change, rename, merge, colour, delete and restore categories.",
        subcommands: [
            CategoryListCommand.self, CategoryShowCommand.self, CategoryAddCommand.self, CategoryEditCommand.self,
            CategoryRenameCommand.self, CategoryMergeCommand.self, CategoryColorCommand.self,
            DocumentDeleteCommand<CategoryTrash>.self, DocumentRestoreCommand<CategoryTrash>.self,
        ],
        defaultSubcommand: CategoryListCommand.self)
}
