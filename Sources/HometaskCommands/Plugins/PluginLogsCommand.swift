// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskPluginHost
import HometaskTerminal

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
