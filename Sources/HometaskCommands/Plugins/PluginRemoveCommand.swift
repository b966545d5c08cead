// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskPluginHost

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
