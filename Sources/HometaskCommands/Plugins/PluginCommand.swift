// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskTerminal

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

/// `hometask plugin list`: the plugins found on this machine.
struct PluginListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List plugins.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    func run() async throws {
        let environment = CommandEnvironment.running
        let output = environment.output(global)
        let host = try environment.pluginHost()
        let plugins = host.known()
        if showing.json {
            let all = plugins.map { PluginFormatter.json($0, clashes: host.clashes(of: $0, among: plugins)) }
            return try output.print(.array(all.map { .object($0) }))
        }
        var table = Table(columns: [
            Column(title: "Plugin"), Column(title: "State"), Column(title: "For", shrinks: true),
        ])
        for plugin in plugins {
            var summary = plugin.manifest?.summary ?? ""
            if case .broken(let reason) = plugin.state { summary = reason }
            table.add([Cell(plugin.id), Cell(plugin.state.word), Cell(summary)])
        }
        try output.print(table.lines(width: output.width, mode: output.mode))
        for plugin in plugins where plugin.state == .enabled {
            // A clash between two plugins is reported only for the plugin that does not get the name.
            for clash in host.clashes(of: plugin, among: plugins)
            where [.other, .neither].contains(clash.winner) && (clash.other == nil || clash.isOtherEnabled) {
                output.remark("\(plugin.id): \(ClashFormatter.sentence(clash, of: plugin.id)).")
            }
        }
    }
}

/// `hometask plugin enable`: lets a plugin run, in its current version.
struct PluginEnableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Show what a plugin may do, and enable it in its current version.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var consent: ConsentOptions

    @Argument(help: "The plugin's id.")
    var plugin: String

    func run() async throws {
        let environment = CommandEnvironment.running
        var host = try environment.pluginHost()
        guard try consent.enable(try host.known(plugin), of: &host, environment: environment, global: global) else {
            return
        }
        await global.noteLasting("plugin enable \(plugin)")
    }
}

/// `hometask plugin disable`: prevents a plugin from running.
struct PluginDisableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "disable", abstract: "Disable a plugin.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The plugin's id.")
    var plugin: String

    func run() async throws {
        let environment = CommandEnvironment.running
        var host = try environment.pluginHost()
        try host.disable(try host.known(plugin))
        await global.noteLasting("plugin disable \(plugin)")
        try environment.output(global).say("Disabled \(plugin).")
    }
}

/// `hometask plugin remove`: removes a plugin and all its data on this machine.
struct PluginRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove an installed plugin, with its data on this machine.",
        discussion: "Fields that it added to documents are kept.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The plugin's id.")
    var plugin: String

    func run() async throws {
        let environment = CommandEnvironment.running
        var host = try environment.pluginHost()
        let known = try host.known(plugin)
        try host.remove(known)
        await global.noteLasting("plugin remove \(plugin)")
        let stays = known.origin == .found ? known.path.flatMap { host.isFolder($0) ? $0 : nil } : nil
        let rest = stays.map { " Its folder is kept: \($0)" } ?? ""
        try environment.output(global).say("Removed \(plugin).\(rest)")
    }
}

/// `hometask plugin logs`: a plugin's log, with the host's own entries.
struct PluginLogsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "logs", abstract: "Show a plugin's log.")

    @OptionGroup var global: GlobalOptions

    @Option(help: ArgumentHelp("The number of lines to show.", valueName: "count"))
    var lines = 100

    @Argument(help: "The plugin's id.")
    var plugin: String

    func validate() throws {
        if lines < 1 { throw ValidationError("--lines should be at least 1, but is \(lines)") }
    }

    func run() async throws {
        let environment = CommandEnvironment.running
        let host = try environment.pluginHost()
        _ = try host.known(plugin)
        let all = host.log(of: plugin).split(separator: "\n")
        if all.isEmpty { return try environment.output(global).say("The log of \(plugin) is empty.") }
        for line in all.suffix(lines) { try StandardOutput.writeText(EscapedText.safe(String(line)) + "\n") }
    }
}
