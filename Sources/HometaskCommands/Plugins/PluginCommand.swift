// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskPluginHost

/// `hometask plugin`: what else hometask can do on this machine.
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
    /// - Throws: `PluginHostError` where there is no home folder to keep them in, or it cannot be read which may
    ///   run.
    func pluginHost() throws -> PluginHost {
        if let host = try decidedPlugins() { return host }
        throw PluginHostError(
            .unavailable, "the plugins of this user cannot be found, because HOME is not set",
            hint: Hint(Self.homeHint))
    }

    /// The plugins of this user on this machine; nil if there is no home folder.
    ///
    /// - Throws: `PluginHostError` where it cannot be read which may run.
    func decidedPlugins() throws -> PluginHost? {
        let host = plugins()
        if let fault = host?.decisions.fault { throw fault }
        return host
    }
}

extension CommandEnvironment {
    /// What to do where there is no home folder.
    static let homeHint = "Set the environment variable HOME to the full path of your home folder."

    /// Whether plugins cannot be found for want of a home folder. A program that embeds the commands may have none at
    /// all.
    var lacksHome: Bool { !(variables["HOME"]?.hasPrefix("/") ?? false) && plugins() == nil }
}

extension PluginHost {
    /// The plugin that a word names: its id.
    func known(_ id: String) throws -> KnownPlugin {
        if let plugin = known().first(where: { $0.id == id }) { return plugin }
        throw PluginHostError(
            .notFound, "there is no plugin ‘\(id)’", hint: "'hometask plugin list' shows the plugins.")
    }

    /// The names that a plugin offers something under and that others have, too.
    func clashes(of plugin: KnownPlugin, among plugins: [KnownPlugin]? = nil) -> [NameClash] {
        plugin.manifest.map { clashes(of: $0, among: plugins ?? known()) } ?? []
    }
}
