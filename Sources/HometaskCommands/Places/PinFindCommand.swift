// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskReplica
import HometaskTerminal

/// `hometask pin find`: places that plugins know by their names.
struct PinFindCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Look for places by words, where plugins look for them.",
        discussion: "What is found is shown with its degrees, for 'hometask pin add NAME LAT,LON'.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Prefer what is near this device.")
    var here = false

    @Option(help: ArgumentHelp("Show at most so many places.", valueName: "count"))
    var limit = 10

    @Argument(help: "Words to look for.")
    var words: [String]

    func validate() throws {
        if !(1...1000).contains(limit) { throw ValidationError("--limit should be from 1 to 1000, and is \(limit)") }
    }

    func run() async throws {
        let session = try await FamilySession.open(global)
        let host = try session.environment.pluginHost()
        let sources = host.usable.flatMap { plugin in plugin.manifest.offers.places.map { (plugin, $0.name) } }
        guard !sources.isEmpty else {
            throw PluginHostError(
                .notFound, "no plugin that may run looks for places",
                hint: "'hometask plugin list' shows what there is; 'hometask plugin enable ID' lets one run.")
        }
        var params: JSONObject = ["text": .string(words.joined(separator: " ")), "limit": .number(JSONNumber(limit))]
        if here { params["near"] = try await session.position().coordinates.location() }
        var places: [JSON] = []
        for (plugin, name) in sources {
            params["name"] = .string(name)
            let request = FamilySession.PluginRequest(plugin: plugin, method: PluginMethod.searchPlaces, params: params)
            places += try await session.ask(request, of: host).result["places"]?.arrayValue ?? []
        }
        let found = places.filter { Coordinates($0) != nil && $0["name"]?.stringValue != nil }.prefix(limit)
        if showing.json { return try session.output.print(.array(Array(found))) }
        if found.isEmpty { return try session.output.say("No place of that name is known.") }
        var table = Table(columns: [Column(shrinks: true), Column(shrinks: true), Column()])
        for place in found {
            let coordinates = Coordinates(place).map { "\($0)" } ?? ""
            table.add([
                Cell(place["name"]?.stringValue ?? ""), Cell(place["address"]?.stringValue ?? ""), Cell(coordinates),
            ])
        }
        try session.output.print(table.lines(width: session.output.width, mode: session.output.mode))
    }
}
