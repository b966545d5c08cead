// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily

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
