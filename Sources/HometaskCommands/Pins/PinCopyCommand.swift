// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily

/// `hometask pin copy`: the coordinates of a pin, for pasting them elsewhere.
struct PinCopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: "Copy a pin's coordinates to the clipboard.",
        discussion: """
            Tries the programs wl-copy, xclip, xsel, pbcopy and termux-clipboard-set. If none of them accepts the \
            coordinates, prints them, and nothing else.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Copy a geo: URI instead of coordinates.")
    var uri = false

    @Argument(help: ArgumentHelp("Words of the pin's name, or # and the start of its id.", valueName: "pin"))
    var reference: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let (pin, place) = try await session.pins.findPlaced(reference)
        let text = uri ? GeoURI(place, accuracy: pin.accuracy).text : "\(place)"
        let program = Clipboard(session.environment).copy(text)
        if showing.json {
            return try session.output.print(
                .object(["text": .string(text), "program": program.map { .string($0) } ?? .null]))
        }
        if let program { return try session.output.say("Copied \(text), where ‘\(pin.name)’ is, with \(program).") }
        try session.output.print([text])
        session.output.remark("no clipboard program is available, so here it is")
    }
}
