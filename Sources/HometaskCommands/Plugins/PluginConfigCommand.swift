// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskPluginHost

/// `hometask plugin config`: what this device sets for a plugin.
struct PluginConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show or change what this device sets for a plugin.",
        discussion: "The plugin's README says what can be set. Nothing of it leaves this machine.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Take the setting back.")
    var unset = false

    @Argument(help: "The plugin's id.")
    var plugin: String

    @Argument(help: "The setting's name; all are shown where none is given.")
    var name: String?

    @Argument(help: "Its new value.")
    var value: String?

    func validate() throws {
        if unset, name == nil || value != nil { throw ValidationError("--unset takes a name and no value") }
    }

    func run() async throws {
        let environment = CommandEnvironment.running
        let output = environment.output(global)
        var host = try environment.pluginHost()
        let known = try host.known(plugin)
        if let name, unset || value != nil {
            try host.set(known, setting: name, to: value.map { .string($0) })
            return try output.say(unset ? "Took back \(name)." : "Set \(name).")
        }
        let settings = host.decisions.settings(of: plugin)
        if let name {
            guard let value = settings[name] else {
                throw PluginHostError(.notFound, "nothing is set for ‘\(plugin)’ under ‘\(name)’")
            }
            return showing.json ? try output.print(value) : try output.say(value.stringValue ?? value.compactText)
        }
        if showing.json { return try output.print(.object(settings)) }
        for (name, value) in settings.members {
            try output.say("\(name.string) = \(value.stringValue ?? value.compactText)")
        }
    }
}
