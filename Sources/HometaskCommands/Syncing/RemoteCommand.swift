// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask remote`: the repositories through which the family's devices exchange changes.
struct RemoteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remote", _superCommandName: "hometask",
        abstract: "Show, add, change and remove the repositories to sync with.",
        subcommands: [
            RemoteListCommand.self, RemoteAddCommand.self, RemoteCreateCommand.self, RemoteSetCommand.self,
            RemoteRemoveCommand.self,
        ],
        defaultSubcommand: RemoteListCommand.self)
}
