// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask hunt history`: who changed which field of a hunt when.
struct HuntHistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show who changed which field of a hunt, and when, newest first.",
        discussion: "Works for hunts in the trash, too.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: HuntFormatter.argument)
    var hunt: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let words = hunt
        let hunt = try await session.replica.read { reader in
            let finder = try HuntFinder(reading: reader)
            do {
                return try finder.hunt(words)
            } catch let error as ReplicaError where error.code == .notFound {
                guard let deleted = try? finder.hunt(words, isTrash: true) else { throw error }
                return deleted
            }
        }
        try await session.history.print(
            of: Transaction.path(of: .hunt, hunt.id), called: hunt.title, asJSON: showing.json)
    }
}
