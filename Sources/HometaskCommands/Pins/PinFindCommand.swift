// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments

/// `hometask pin find`: searches for places by name, with plugins.
struct PinFindCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Find places by their names.",
        discussion: """
            Towns and cities are found without a network; a country or state after the name narrows the search: \
            'Springfield, Illinois'. 'hometask pin add --search NAME' adds a pin for one. --online also asks a \
            service on the network for streets and shops, after 'hometask plugin enable nominatim' has allowed that \
            on this device.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Prefer places near this device.")
    var here = false

    @Flag(help: "Ask services on the network; they learn the words, and with --here this device's position.")
    var online = false

    @Option(help: ArgumentHelp("Show at most this many places.", valueName: "count"))
    var limit = 10

    @Argument(help: "Words to search for.")
    var words: [String]

    func validate() throws {
        if !(1...1000).contains(limit) { throw ValidationError("--limit should be from 1 to 1000, but is \(limit)") }
    }

    func run() async throws {
        let session = try await FamilySession.open(global)
        let near = here ? try await session.position.find().coordinates : nil
        let text = words.joined(separator: " ")
        let found = try await session.places.search(named: text, near: near, limit: limit, isOnline: online)
        if showing.json { return try session.output.print(.array(found.places.map { .object($0.json) })) }
        if found.places.isEmpty { return try session.output.say(emptySentence(text)) }
        try session.output.print(PlaceTable.lines(found.places, output: session.output))
        for attribution in found.attributions { session.output.remark("data: \(attribution)") }
    }

    private func emptySentence(_ text: String) -> String {
        let advice = online ? "" : " --online also searches for streets, shops and villages."
        return "There is no known place named ‘\(text)’.\(advice)"
    }
}
