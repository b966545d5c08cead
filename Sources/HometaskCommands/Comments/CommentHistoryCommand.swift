// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask comment history`: who changed which field of a comment when.
struct CommentHistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show who changed which field of a comment, and when, newest first.",
        discussion: "Works for comments in the trash, too.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: CommentFormatter.argument)
    var reference: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let words = reference
        let comment = try await session.replica.read { reader in
            let finder = try CommentFinder(reading: reader)
            do {
                return try finder.comment(words)
            } catch let error as ReplicaError where error.code == .notFound {
                guard let deleted = try? finder.comment(words, isTrash: true) else { throw error }
                return deleted
            }
        }
        try await session.history.print(
            of: Transaction.path(of: .comment, comment.id), called: comment.name, asJSON: showing.json)
    }
}
