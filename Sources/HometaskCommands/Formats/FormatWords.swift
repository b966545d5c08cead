// SPDX-License-Identifier: Apache-2.0

import HometaskPluginHost
import HometaskPluginProtocol
import HometaskReplica
import HometaskTerminal

/// The formats that plugins offer, in words.
enum FormatWords {
    /// Prints the formats.
    static func list(
        _ offers: KeyPath<PluginOffers, [PluginOffer]>, of host: PluginHost, _ output: Output
    ) throws {
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

    /// That no plugin knows a format.
    static func unknown(
        _ name: String, _ offers: KeyPath<PluginOffers, [PluginOffer]>, of host: PluginHost, verb: String
    ) -> ReplicaError {
        let names = host.usable.flatMap { $0.manifest.offers[keyPath: offers].map(\.name) }
        return ReplicaError(
            .notFound, "no plugin can \(verb) ‘\(name)’",
            hint: names.isEmpty ? "No plugin with formats is enabled." : "There are: \(names.joined(separator: ", ")).")
    }

    /// Prints what a format takes.
    static func help(
        _ offer: PluginOffer, called title: String, by plugin: UsablePlugin, _ environment: CommandEnvironment
    ) throws {
        let width = TerminalSize.columns(environment: environment.variables)
        let lines = OfferWords.help(offer, called: title, by: plugin.id, width: width)
        try StandardOutput.write(lines.map { EscapedText.safe($0) + "\n" }.joined())
    }
}
