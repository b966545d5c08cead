// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask pin history`: who changed which field of a pin when.
struct PinHistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show who changed which field of a pin, and when, newest first.",
        discussion: "Works for pins in the trash, too.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(
        help: ArgumentHelp(
            "Words of the pin's name, or # and the start of its id.", valueName: "pin"))
    var reference: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let words = reference
        let pin = try await session.replica.read { reader in
            let finder = try PinFinder(reading: reader)
            do {
                return try finder.pin(words)
            } catch let error as ReplicaError where error.code == .notFound {
                guard let deleted = try? finder.pin(words, isTrash: true) else { throw error }
                return deleted
            }
        }
        try await session.history.print(
            of: Transaction.path(of: .pin, pin.id), called: pin.name, asJSON: showing.json)
    }
}
