// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskTerminal

/// The list and the help of the formats that plugins provide, and the errors for unknown or disabled ones.
enum FormatHelp {
    /// Prints the formats of all plugins that may run, as a table or for programs.
    static func list(
        _ offers: KeyPath<PluginOffers, [PluginOffer]>, of host: PluginHost, to output: Output,
        showing: ShowingOptions
    ) throws {
        if showing.json { return try output.print(FormatJSON.list(offers, of: host)) }
        var table = Table(columns: [
            Column(title: "Format"), Column(title: "What it is", shrinks: true), Column(title: "Plugin"),
        ])
        for plugin in host.usable {
            for offer in plugin.manifest.offers[keyPath: offers] {
                table.add([Cell(offer.name), Cell(offer.summary), Cell(plugin.id)])
            }
        }
        try output.print(table.lines(width: output.width, mode: output.mode))
    }

    /// Returns the error for a format unknown to all plugins, or of a plugin that is not enabled.
    static func unknown(
        _ name: String, _ offers: KeyPath<PluginOffers, [PluginOffer]>, of host: PluginHost, verb: String
    ) -> any Error {
        if let plugin = host.disabled(name, offers) { return disabled(plugin, "which can \(verb) ‘\(name)’") }
        let names = host.usable.flatMap { $0.manifest.offers[keyPath: offers].map(\.name) }
        return ReplicaError(
            .notFound, "no plugin can \(verb) ‘\(name)’",
            hint: names.isEmpty ? "No plugin with formats is enabled." : "Formats: \(names.joined(separator: ", ")).")
    }

    /// Returns the error for something that a disabled plugin provides.
    ///
    /// - Parameter what: what the plugin provides: `which has the command ‘greet’`.
    static func disabled(_ plugin: String, _ what: String) -> PluginHostError {
        PluginHostError(
            .notEnabled, "the plugin ‘\(plugin)’, \(what), is not enabled on this device",
            hint: "'hometask plugin enable \(plugin)' lets it run.")
    }

    /// Prints the help of a plugin's format or view if the command line asks for it: `export csv --help`, `help export
    /// csv`. The argument parser would only print the help of the command.
    ///
    /// - Returns: whether help was asked for.
    static func showsHelp(_ words: [String], _ environment: CommandEnvironment) throws -> Bool {
        var words = words[...]
        let isHelp = words.first == "help"
        if isHelp { words.removeFirst() }
        guard var verb = words.popFirst() else { return false }
        if verb == "view", words.first == "show" {
            verb += " show"
            words.removeFirst()
        }
        while let word = words.first, word.hasPrefix("-C") || word.hasPrefix("--directory") || word.hasPrefix("--color")
        {
            words = words.dropFirst(["-C", "--directory", "--color"].contains(word) ? 2 : 1)
        }
        guard let format = words.popFirst(), !format.hasPrefix("-"),
            isHelp || words.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" })
        else { return false }
        let offers: KeyPath<PluginOffers, [PluginOffer]>
        switch verb {
        case "export": offers = \.exporters
        case "import": offers = \.importers
        case "view show": offers = \.views
        default: return false
        }
        guard let (plugin, offer) = try environment.decidedPlugins()?.offering(format, offers) else { return false }
        let rest =
            [
                "export": "[--output <file>] [--force] [--keep-home] [query]",
                "import": "[--dry-run] [--update] <file>",
            ][verb] ?? "[query]"
        try help(offer, called: "hometask \(verb) \(format) \(rest)", by: plugin, environment: environment)
        return true
    }

    /// Prints the options of a format.
    static func help(
        _ offer: PluginOffer, called title: String, by plugin: UsablePlugin, environment: CommandEnvironment
    ) throws {
        let width = TerminalSize.columns(environment: environment.variables)
        let lines = OfferHelp.lines(offer, called: title, by: plugin.id, width: width)
        try StandardOutput.writeText(lines.map { EscapedText.safe($0) + "\n" }.joined())
    }
}
