// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask category`: groups of tasks.
struct CategoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "category", _superCommandName: "hometask",
        abstract: "Show, add, change, rename, merge, colour and delete categories.",
        subcommands: [
            CategoryListCommand.self, CategoryShowCommand.self, CategoryAddCommand.self, CategoryEditCommand.self,
            CategoryRenameCommand.self, CategoryMergeCommand.self, CategoryColorCommand.self,
            CategoryDeleteCommand.self,
        ],
        defaultSubcommand: CategoryListCommand.self)
}
