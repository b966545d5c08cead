// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// `hometask note add`: writes a note.
struct NoteAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Write a note.",
        discussion: "The words are the text and need no quotes. Without words and --file, your editor opens.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var about: NoteSubjectOptions

    @Option(help: "Its heading.")
    var title: String?

    @Option(help: ArgumentHelp("Take the text from a file; '-' is standard input.", valueName: "path"))
    var file: String?

    @Argument(help: "The text.")
    var text: [String] = []

    func run() async throws {
        let session = try await FamilySession.open(global)
        let subject = try await about.subject(in: session)
        let title = title
        func add(_ lines: [String]) async throws {
            let draft = NoteDraft(title: title, text: lines, subject: subject)
            let id = try await session.replica.write(command: "note add") { try $0.addNote(draft) }.result
            let note = try await session.replica.read { try NoteFinder(reading: $0).note(["#\(id)"]) }
            if showing.json { return try await session.printNotes([note.id], isList: false) }
            let about = subject.map { " about \($0.name)" } ?? ""
            try session.output.say("Wrote the note \(Diary.quoted(note.name))\(about).")
        }
        if let lines = try NoteText.lines(words: text, file: file, in: session.environment) {
            return try await add(lines)
        }
        guard let editor = TextEditor(session.environment) else {
            if title != nil { return try await add([]) }
            throw UsageError(
                "the note has no text",
                hint: "Say it in words, take it from a file with --file, or pipe it in with --file -.")
        }
        let result: Void? = try await editor.edit("", in: session.environment) {
            try await add(TaskFieldOptions.lines($0))
        }
        if result == nil { try session.output.say("Nothing was typed, so no note was written.") }
    }
}
