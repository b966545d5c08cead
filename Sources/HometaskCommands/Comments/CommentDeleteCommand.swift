// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskReplica

/// `hometask comment delete`: puts comments into the trash.
struct CommentDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Move a comment to the trash.",
        discussion: """
            'hometask comment restore' restores it. Comments of others can be deleted, too. 'hometask react --remove' \
            removes a reaction of your own.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: CommentFormatter.arguments)
    var references: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let comments = try await session.comments.find(references)
        _ = try await session.replica.write(command: "comment delete") { transaction in
            for comment in comments { try transaction.comments.delete(comment.id) }
        }
        if showing.json { return try await session.comments.print(comments.map(\.id)) }
        for comment in comments {
            let owner = CommentFormatter.owner(of: comment, in: session).map { "\($0): " } ?? ""
            try session.output.say("Moved to the trash: \(owner)\(comment.name)")
        }
    }
}
