// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask comment edit`: changes the text of a comment.
struct CommentEditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change the text of a comment.",
        discussion: """
            The first argument names the comment; put several words in quotes. The words after it are the new text. \
            Comments of others can be changed, too; the author stays the same.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(help: ArgumentHelp("Read the text from a file; '-' is standard input.", valueName: "path"))
    var file: String?

    @OptionGroup var texts: TextFieldOptions<CommentTextFields>
    @OptionGroup var removals: TextFieldRemovals<CommentTextFields>

    @Argument(help: CommentFormatter.argument)
    var comment: String

    @Argument(help: "Its new text.")
    var text: [String] = []

    func run() async throws {
        let session = try await FamilySession.open(global)
        let reference = comment
        let comment = try await session.replica.read { try CommentFinder(reading: $0).comment([reference]) }
        let text = try NoteText.lines(words: text, file: file, in: session.environment)
        let others = FieldChange(try removals.joined(with: texts))
        guard text != nil || !others.isEmpty else {
            throw UsageError(
                "no change given", hint: "Give the new text after the comment, or read it from a file with --file.")
        }
        let written = try await session.write(command: "comment edit") {
            try $0.comments.edit(comment.id, text: text, fields: others)
        }
        if showing.json { return try await session.comments.print([comment.id], isList: false) }
        let owner = CommentFormatter.owner(of: comment, in: session).map { "\($0) " } ?? ""
        let name = text?.first { !$0.allSatisfy(\.isWhitespace) } ?? comment.name
        try session.output.say(
            written.result ? "Changed \(owner)\(Quotation.of(name))." : "Nothing to change: \(name)")
    }
}
