// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask note add`: writes a note.
struct NoteAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Write a note.",
        discussion: "The words are the text and need no quotes. Without words and --file, the editor opens.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var about: NoteSubjectOptions
    @OptionGroup var extensions: ExtensionFieldOptions

    @OptionGroup var heading: TextFieldOptions<NoteHeading>

    @Option(help: ArgumentHelp("Read the text from a file; '-' is standard input.", valueName: "path"))
    var file: String?

    @Option(
        name: .customLong("item"),
        help: ArgumentHelp("An item of its checklist; may be repeated.", valueName: "text"))
    var items: [String] = []

    @OptionGroup var texts: TextFieldOptions<NoteTextFields>

    @Argument(help: "The text.")
    var text: [String] = []

    func run() async throws {
        let session = try await FamilySession.open(global)
        let subject = try await about.subject(in: session)
        var blank = NoteDraft(text: [], subject: subject)
        blank.items = items
        blank.values = try heading.drafted.merging(texts.drafted) { $1 }
        blank.values.merge(try extensions.assignments.draft(of: .note, in: session)) { $1 }
        let begun = blank
        func add(_ lines: [String]) async throws -> DocumentID {
            var typed = begun
            typed.text = lines
            let draft = typed
            return try await session.write(command: "note add") { try $0.notes.add(draft) }.result
        }
        if let lines = try NoteText.lines(words: text, file: file, in: session.environment) {
            return try await show(add(lines), subject, in: session)
        }
        if !items.isEmpty { return try await show(add([]), subject, in: session) }
        guard let editor = TextEditor(session.environment) else {
            if !heading.texts.isEmpty { return try await show(add([]), subject, in: session) }
            throw UsageError(
                "the note has no text",
                hint: "Give it in words, read it from a file with --file, or pipe it in with --file -.")
        }
        let typed = try await editor.edit("", in: session.environment) { try await add(TaskFieldParser.lines($0)) }
        if let typed { return try await show(typed, subject, in: session) }
        try session.output.say("The text is empty, so no note was added.")
    }

    private func show(_ id: DocumentID, _ subject: Subject?, in session: FamilySession) async throws {
        if showing.json { return try await session.notes.print([id], isList: false) }
        let note = try await session.replica.read { try NoteFinder(reading: $0).note(["#\(id)"]) }
        let about = subject.map { " about \($0.name)" } ?? ""
        let folder = note.folder.map { " in the folder \($0)" } ?? ""
        try session.output.say("Added the note \(Quotation.of(note.name))\(about)\(folder).")
    }
}

/// The options that set the subject of a note.
struct NoteSubjectOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The pin it belongs to.", valueName: "pin"))
    var pin: String?

    @Option(help: ArgumentHelp("The task it belongs to.", valueName: "task"))
    var task: String?

    /// Returns the subject given by the options; nil if there is none.
    func subject(in session: FamilySession) async throws -> Subject? {
        switch (pin, task) {
        case (nil, nil): return nil
        case (let pin?, nil): return Subject(try await session.pins.find(pin))
        case (nil, let task?): return Subject(try await session.tasks.findOne([task]))
        default:
            throw UsageError(
                "a note belongs to a pin or to a task: --pin and --task cannot be used together",
                hint: "Add a note for each.")
        }
    }
}
