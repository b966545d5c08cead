// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily

/// `hometask pin`: the family's places.
struct PinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin", _superCommandName: "hometask",
        abstract: "Manage the family's places: add, find, list, show, change, share and delete pins.",
        subcommands: [
            PinListCommand.self, PinAddCommand.self, PinShowCommand.self, PinEditCommand.self,
            DocumentDeleteCommand<PinTrash>.self, DocumentRestoreCommand<PinTrash>.self,
            DocumentHistoryCommand<PinHistory>.self, PinFindCommand.self, PinShareCommand.self, PinCopyCommand.self,
            PinGoCommand.self,
        ],
        defaultSubcommand: PinListCommand.self)
}

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

/// `hometask pin go`: opens directions to a pin in a map program or on a website.
struct PinGoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "go", abstract: "Open a pin in a map app, to find the way.",
        discussion: """
            Opens a geo: URI in the desktop's map app. --with opens a map service on the web instead, which then \
            learns the place. If no program opens the link, prints it.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(help: ArgumentHelp("The map service.", valueName: "service"))
    var with: MapLink = .geo

    @Flag(help: "Print the link instead of opening it.")
    var print = false

    @Argument(help: ArgumentHelp("Words of the pin's name, or # and the start of its id.", valueName: "pin"))
    var reference: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let (pin, place) = try await session.pins.findPlaced(reference)
        let link = with.directions(to: place, named: pin.name)
        let program = print || showing.json ? nil : Self.open(link, in: session.environment)
        if showing.json { return try session.output.print(.object(["link": .string(link)])) }
        if let program { return try session.output.say("Opened the way to ‘\(pin.name)’ with \(program).") }
        try session.output.print([link])
        if !print { session.output.remark("no program opens links, so here it is") }
    }

    /// Returns the first program that opened a link; nil if none did.
    private static func open(_ link: String, in environment: CommandEnvironment) -> String? {
        let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment.variables[$0]?.isEmpty == false }
        // Without a desktop, xdg-open would start a browser in the terminal.
        let programs = (hasDesktop ? ["xdg-open"] : []) + ["termux-open-url"]
        return programs.first { HelperProgram($0, environment).run([link], keepsOutput: false).status == 0 }
    }
}
