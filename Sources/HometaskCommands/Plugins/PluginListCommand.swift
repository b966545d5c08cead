// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskTerminal

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
