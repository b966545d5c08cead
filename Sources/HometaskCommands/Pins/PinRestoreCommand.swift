// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask pin restore`: takes pins out of the trash.
struct PinRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a pin from the trash.",
        discussion: "'hometask pin list --trash' lists the deleted pins.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: ArgumentHelp("Words of one pin's name, or #ids of several.", valueName: "pin"))
    var references: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let words = references
        let pins = try await session.replica.read { try PinFinder(reading: $0).pins(words, isTrash: true) }
        _ = try await session.replica.write(command: "pin restore") { transaction in
            for pin in pins { try transaction.pins.restore(pin.id) }
        }
        if showing.json { return try await session.pins.print(pins.map(\.id)) }
        for pin in pins { try session.output.say("Restored: \(pin.name)") }
    }
}
