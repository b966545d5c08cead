// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskPluginHost

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
