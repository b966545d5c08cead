// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskPluginHost
import HometaskPluginProtocol

/// `hometask plugin config`: a plugin's settings on this device.
struct PluginConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show or change the settings of a plugin on this device.",
        discussion: """
            'hometask plugin show' and the plugin's README describe the settings, which stay on this machine. The exit \
            code is 1 if the named setting is not set.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Reset the setting.")
    var unset = false

    @Argument(help: "The plugin's id.")
    var plugin: String

    // A value may begin with a dash, as a latitude does.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "The name of a setting, and its new value; without a name, all are shown.", valueName: "name-and-value")
    )
    var typed: [String] = []

    private var words: [String] { typed.filter { $0 != "--" } }

    /// A word that looks like an option, which `run` rejects.
    private var option: String? { words.first { $0.hasPrefix("--") } }

    func validate() throws {
        guard option == nil else { return }
        if words.count > 2 {
            throw ValidationError("a setting has a name and one value; put a value with spaces in quotes")
        }
        if unset, words.count != 1 { throw ValidationError("--unset takes the name of a setting and no value") }
    }

    func run() async throws {
        if let option { throw UsageError.unknownOption(option, of: "plugin config", type: Self.self) }
        let environment = CommandEnvironment.running
        let output = environment.output(global)
        var host = try environment.pluginHost()
        let known = try host.known(plugin)
        let (name, value) = (words.first, words.count > 1 ? words[1] : nil)
        if let name, unset || value != nil {
            try host.set(known, setting: name, to: value.map { .string($0) })
            await global.noteLasting("plugin config \(plugin)")
            // Not echoed: a value may be a password.
            let state = unset ? "no longer set" : "now set"
            return try output.say("‘\(name)’ of the plugin ‘\(plugin)’ is \(state) on this device.")
        }
        let settings = host.decisions.settings(of: plugin)
        if let name {
            guard let value = settings[name] else {
                try host.requireSetting(name, of: known)
                if showing.json { try output.print(JSON.null) }
                output.remark("‘\(name)’ of the plugin ‘\(plugin)’ is not set on this device")
                output.remark("hint: Set it with 'hometask plugin config \(plugin) \(name) VALUE'.")
                throw ExitCode(ExitStatus.unsatisfied)
            }
            return showing.json ? try output.print(value) : try output.say(value.stringValue ?? value.compactText)
        }
        if showing.json { return try output.print(.object(settings)) }
        for (name, value) in settings.members {
            try output.say("\(name.string) = \(value.stringValue ?? value.compactText)")
        }
        let unset = (known.manifest?.settings ?? []).filter { settings[$0.name] == nil }
        for setting in unset { try output.say("\(setting.name) is not set: \(setting.summary)") }
        if settings.isEmpty, unset.isEmpty {
            output.remark("note: ‘\(plugin)’ has no settings")
        }
    }
}
