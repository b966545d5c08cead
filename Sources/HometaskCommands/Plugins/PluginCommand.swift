// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskPluginHost

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

extension CommandEnvironment {
    /// The plugins of this user on this machine.
    ///
    /// - Throws: `PluginHostError` if there is no home folder to keep them in, or if the user's decisions about which
    ///   may run cannot be read.
    func pluginHost() throws -> PluginHost {
        if let host = try decidedPlugins() { return host }
        throw PluginHostError(
            .unavailable, "the plugins of this user cannot be found, because HOME is not set",
            hint: Hint(Self.homeHint))
    }

    /// The plugins of this user on this machine; nil if there is no home folder.
    ///
    /// - Throws: `PluginHostError` if the user's decisions about which may run cannot be read.
    func decidedPlugins() throws -> PluginHost? {
        let host = plugins()
        if let fault = host?.decisions.fault { throw fault }
        return host
    }
}

extension CommandEnvironment {
    /// What to do without a home folder.
    static let homeHint = "Set the environment variable HOME to the full path of your home folder."

    /// Whether plugins cannot be found because there is no home folder. A program that embeds the commands may have no
    /// plugins at all.
    var lacksHome: Bool { !(variables["HOME"]?.hasPrefix("/") ?? false) && plugins() == nil }
}

extension PluginHost {
    /// The plugin with an id; throws `notFound` if none on this machine has it.
    func known(_ id: String) throws -> KnownPlugin {
        if let plugin = known().first(where: { $0.id == id }) { return plugin }
        throw PluginHostError(
            .notFound, "there is no plugin ‘\(id)’", hint: "'hometask plugin list' shows the plugins.")
    }

    /// The names of a plugin's offers that other plugins or the program also use.
    func clashes(of plugin: KnownPlugin, among plugins: [KnownPlugin]? = nil) -> [NameClash] {
        plugin.manifest.map { clashes(of: $0, among: plugins ?? known()) } ?? []
    }
}
