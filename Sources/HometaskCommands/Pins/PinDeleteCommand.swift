// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask pin delete`: puts pins into the trash.
struct PinDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Move a pin to the trash.",
        discussion: "'hometask pin restore' restores it. Tasks and notes that refer to it are not changed.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: ArgumentHelp("Words of one pin's name, or #ids of several.", valueName: "pin"))
    var references: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let words = references
        let pins = try await session.replica.read { try PinFinder(reading: $0).pins(words) }
        _ = try await session.replica.write(command: "pin delete") { transaction in
            for pin in pins { try transaction.pins.delete(pin.id) }
        }
        let hasHome = pins.contains { $0.id == session.directory.family?.home?.pin }
        if showing.json {
            if hasHome { session.output.remark("note: \(Self.homeless)") }
            return try await session.pins.print(pins.map(\.id))
        }
        for pin in pins { try session.output.say("Moved to the trash: \(pin.name)") }
        if hasHome { try session.output.say("Note: \(Self.homeless).") }
    }

    /// The effect of deleting the pin that the setting `home` names.
    private static let homeless =
        "home is no longer hidden in maps, shares and exports; 'hometask config set --family home PIN' names another pin"
}
