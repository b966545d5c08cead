// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask trash`: the deleted documents.
struct TrashCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trash", abstract: "Show what was deleted, by whom and when.",
        subcommands: [TrashListCommand.self], defaultSubcommand: TrashListCommand.self)
}
