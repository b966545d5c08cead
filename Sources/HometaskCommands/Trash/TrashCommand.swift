// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask trash`: the deleted documents.
struct TrashCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trash", abstract: "Show what was deleted, by whom and when; empty the trash.",
        subcommands: [TrashListCommand.self, TrashEmptyCommand.self], defaultSubcommand: TrashListCommand.self)
}
