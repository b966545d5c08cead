// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskPluginHost

/// `hometask plugin install`: copies a plugin's folder to the folder of this user's plugins.
struct PluginInstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Copy a plugin's folder to your plugins, and ask whether to enable it.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var consent: ConsentOptions

    @Argument(help: "The plugin's folder, with its plugin.json.")
    var folder: String

    func run() async throws {
        let environment = CommandEnvironment.running
        var host = try environment.pluginHost()
        let plugin = try host.install(from: environment.place(folder))
        try environment.output(global).say("Installed \(plugin.id).")
        await global.noteLasting("plugin install")
        _ = try consent.enable(plugin, of: &host, environment: environment, global: global)
    }
}

/// The options that grant a plugin's permissions.
struct ConsentOptions: ParsableArguments {
    @Flag(help: "Enable it without confirmation.")
    var yes = false

    /// Shows a plugin's permissions and enables it if the user agrees.
    ///
    /// - Returns: whether this call enabled it.
    func enable(
        _ plugin: KnownPlugin, of host: inout PluginHost, environment: CommandEnvironment, global: GlobalOptions
    ) throws -> Bool {
        let output = environment.output(global)
        if case .broken(let reason) = plugin.state {
            throw PluginHostError(.invalid, "the plugin ‘\(plugin.id)’ is broken: \(reason)")
        }
        try output.print(PluginRenderer.lines(plugin, of: host, width: output.width, mode: output.mode))
        if plugin.state == .enabled, !yes {
            try output.say("The plugin ‘\(plugin.id)’ is already enabled.")
            return false
        }
        let question = Question(environment)
        guard yes || question.confirms("Enable it?") else {
            if !question.canAsk {
                throw ReplicaError(
                    .unconfirmed, "the plugin ‘\(plugin.id)’ was not enabled: this needs confirmation",
                    hint: "Confirm with 'hometask plugin enable \(plugin.id) --yes'.")
            }
            try output.say(
                "‘\(plugin.id)’ is installed, but not enabled: 'hometask plugin enable \(plugin.id)' enables it.")
            return false
        }
        try host.enable(plugin)
        try output.say("Enabled \(plugin.id).")
        return true
    }
}
