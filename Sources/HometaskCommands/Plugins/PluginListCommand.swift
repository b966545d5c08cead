// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskTerminal

/// `hometask plugin list`: the plugins that were found on this machine.
struct PluginListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List plugins.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    func run() async throws {
        let environment = CommandEnvironment.running
        let output = environment.output(global)
        let plugins = try environment.pluginHost().known()
        if showing.json { return try output.print(.array(plugins.map { .object(PluginWords.json($0)) })) }
        var table = Table(columns: [
            Column(title: "Plugin"), Column(title: "State"), Column(title: "For", shrinks: true),
        ])
        for plugin in plugins {
            var summary = plugin.manifest?.summary ?? ""
            if case .broken(let reason) = plugin.state { summary = reason }
            table.add([Cell(plugin.id), Cell(plugin.state.word), Cell(summary)])
        }
        try output.print(table.lines(width: output.width, mode: output.mode))
    }
}
