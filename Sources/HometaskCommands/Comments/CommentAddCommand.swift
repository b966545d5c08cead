// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// `hometask comment add`: comments on a task or a photo.
struct CommentAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Comment on a task or a photo.",
        usage: """
            hometask comment add TASK TEXT…\(CommentTextFields.usageEnd)
            hometask comment add --photo PHOTO TEXT…\(CommentTextFields.usageEnd)
            """,
        discussion: """
            The first argument names the task; put several words in quotes. The words after it are the text and need \
            no quotes.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(help: ArgumentHelp("Comment on this photo instead of a task.", valueName: "photo"))
    var photo: String?

    @Option(help: ArgumentHelp("Read the text from a file; '-' is standard input.", valueName: "path"))
    var file: String?

    @OptionGroup var texts: TextFieldOptions<CommentTextFields>

    @Argument(
        help: ArgumentHelp(
            "The task (a number, #id, or words of its title in quotes), and the text.", valueName: "task-and-text"))
    var words: [String] = []

    func validate() throws {
        if photo == nil, words.isEmpty {
            throw ValidationError("no task given; name one, or a photo with --photo")
        }
    }

    func run() async throws {
        let session = try await FamilySession.open(global)
        let subject = try await session.comments.subject(photo: photo, task: Array(words.prefix(1)))
        let typed = photo == nil ? Array(words.dropFirst()) : words
        guard let text = try NoteText.lines(words: typed, file: file, in: session.environment) else {
            throw UsageError(
                "the comment has no text", hint: "Give it after the task, or read it from a file with --file.")
        }
        let others = try texts.drafted
        let id = try await session.write(command: "comment add") {
            try $0.comments.add(text, about: subject, values: others)
        }.result
        if showing.json { return try await session.comments.print([id], isList: false) }
        try await session.report.afterChange {
            let name = try await session.comments.words(of: subject)
            try session.output.say("Commented on \(name).")
        }
    }
}
