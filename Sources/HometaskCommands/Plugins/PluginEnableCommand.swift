// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskPluginHost

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
