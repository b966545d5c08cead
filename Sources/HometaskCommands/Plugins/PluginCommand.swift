// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask plugin`: the plugins on this machine.
struct PluginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugin", _superCommandName: "hometask",
        abstract: "Show and manage plugins.",
        discussion: """
            A plugin runs only on a machine on which somebody has enabled it, and only in that version: nothing in a \
            family's documents can install, enable or change a plugin.
            """,
        subcommands: [
            PluginListCommand.self, PluginShowCommand.self, PluginInstallCommand.self, PluginEnableCommand.self,
            PluginDisableCommand.self, PluginRemoveCommand.self, PluginConfigCommand.self, PluginLogsCommand.self,
            PluginTestCommand.self,
        ],
        defaultSubcommand: PluginListCommand.self)
}
