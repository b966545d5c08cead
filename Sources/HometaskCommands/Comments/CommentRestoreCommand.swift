// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskReplica

/// `hometask comment restore`: takes comments out of the trash.
struct CommentRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a comment or a reaction from the trash.",
        discussion: "'hometask comment list --trash' lists the deleted comments.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: CommentFormatter.arguments)
    var references: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let comments = try await session.comments.find(references, isTrash: true)
        _ = try await session.replica.write(command: "comment restore") { transaction in
            for comment in comments { try transaction.comments.restore(comment.id) }
        }
        if showing.json { return try await session.comments.print(comments.map(\.id)) }
        for comment in comments {
            let owner = CommentFormatter.owner(of: comment, in: session).map { "\($0): " } ?? ""
            try session.output.say("Restored: \(owner)\(comment.name)")
        }
    }
}
