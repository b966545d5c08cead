// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskTerminal

/// `hometask plugin show`: a plugin's description, offers and permissions.
struct PluginShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show what a plugin provides, and what it may do.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The plugin's id.")
    var plugin: String

    func run() async throws {
        let environment = CommandEnvironment.running
        let output = environment.output(global)
        let host = try environment.pluginHost()
        let known = try host.known(plugin)
        if showing.json {
            return try output.print(.object(PluginFormatter.json(known, clashes: host.clashes(of: known))))
        }
        try output.print(PluginRenderer.lines(known, of: host, width: output.width, mode: output.mode))
    }
}

/// Shows a plugin to a user who is deciding about it.
enum PluginRenderer {
    static func lines(_ plugin: KnownPlugin, of host: PluginHost, width: Int, mode: ColorMode) -> [String] {
        var lines = [Style.bold.applied(to: EscapedText.safe(plugin.manifest?.name ?? plugin.id), in: mode)]
        func add(_ label: String, _ texts: [String]) {
            for (index, text) in texts.enumerated() {
                let head = index == 0 ? label.padding(to: 10) : String(repeating: " ", count: 10)
                let wrapped = TextWidth.wrapped(EscapedText.safe(text), to: max(20, width - 10))
                for (row, line) in wrapped.enumerated() {
                    lines.append((row == 0 ? head : String(repeating: " ", count: 10)) + line)
                }
            }
        }
        if let manifest = plugin.manifest {
            lines.append(contentsOf: TextWidth.wrapped(EscapedText.safe(manifest.summary), to: width))
            add("Id", ["\(plugin.id), version \(manifest.version)"])
        }
        add("State", [plugin.state.word])
        if case .broken(let reason) = plugin.state { add("Why", [reason]) }
        add("From", [plugin.path ?? "comes with hometask"])
        if let hash = plugin.hash { add("SHA-256", [hash]) }
        if let manifest = plugin.manifest {
            add("Offers", PluginFormatter.offers(manifest))
            add("Settings", PluginFormatter.settings(manifest))
            let unknown = plugin.unknownKinds.map { "it names ‘\($0)’, which is not a kind of document" }
            add("Beware", host.clashes(of: plugin).map { ClashFormatter.sentence($0, of: plugin.id) } + unknown)
            add("May", PluginFormatter.needs(manifest, isSandboxed: host.hasSandbox))
        }
        return lines
    }
}

extension String {
    /// Returns the text, padded with spaces to a width.
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
