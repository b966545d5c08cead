// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask note edit`: changes a note.
struct NoteEditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a note.",
        discussion: """
            The first argument names the note; put several words in quotes. The words after it are the new text. \
            Without changes, the editor opens with the text.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var about: NoteSubjectOptions
    @OptionGroup var extensions: ExtensionChangeOptions

    @OptionGroup var heading: TextFieldOptions<NoteHeadingChanges>
    @OptionGroup var headingRemovals: TextFieldRemovals<NoteHeadingChanges>
    @OptionGroup var texts: TextFieldOptions<NoteTextChanges>
    @OptionGroup var removals: TextFieldRemovals<NoteTextChanges>

    @Flag(help: "Detach it from its pin or task.")
    var noAbout = false

    @Option(help: ArgumentHelp("Read the text from a file; '-' is standard input.", valueName: "path"))
    var file: String?

    @Argument(help: "The note: words of its title or first line, or # and the start of its id.")
    var note: String

    @Argument(help: "Its new text.")
    var text: [String] = []

    func run() async throws {
        let session = try await FamilySession.open(global)
        let reference = note
        let note = try await session.replica.read { try NoteFinder(reading: $0).note([reference]) }
        var changes = try await changes(in: session)
        changes.text = try NoteText.lines(words: text, file: file, in: session.environment)
        if changes != NoteChanges() {
            let wasChanged = try await apply(changes, to: note, in: session)
            return try await show(note, wasChanged: wasChanged, in: session)
        }
        guard let editor = TextEditor(session.environment) else {
            let options = (NoteHeadingChanges.optionNames + NoteTextChanges.optionNames).joined(separator: ", ")
            throw UsageError(
                "no change given",
                hint: "Use \(options), --file, --pin, --task, --set, their --no-… options, or give the new text.")
        }
        let before = note.text.map { $0 + "\n" }.joined()
        let wasChanged = try await editor.edit(before, in: session.environment) { edited in
            var changes = NoteChanges()
            changes.text = TaskFieldParser.lines(edited)
            return try await apply(changes, to: note, in: session)
        }
        try await show(note, wasChanged: wasChanged ?? false, in: session)
    }

    private func changes(in session: FamilySession) async throws -> NoteChanges {
        var changes = NoteChanges()
        changes.subject = try await about.subject(in: session)
        changes.removesSubject = noAbout
        changes.fields = try extensions.fieldChange(of: .note, in: session)
        changes.fields.merge(FieldChange(try headingRemovals.joined(with: heading)))
        changes.fields.merge(FieldChange(try removals.joined(with: texts)))
        if changes.subject != nil, noAbout {
            throw UsageError("--no-about cannot be used together with --pin or --task")
        }
        return changes
    }

    /// Returns whether anything changed.
    private func apply(_ changes: NoteChanges, to note: NoteRecord, in session: FamilySession) async throws -> Bool {
        let written = try await session.write(command: "note edit") { try $0.notes.edit(note.id, changes) }
        return written.commit != nil
    }

    private func show(_ note: NoteRecord, wasChanged: Bool, in session: FamilySession) async throws {
        if showing.json { return try await session.notes.print([note.id], isList: false) }
        let after = try await session.replica.read {
            try NoteFinder(reading: $0).notes.first { $0.id == note.id } ?? note
        }
        let name = Quotation.of(after.name)
        try session.output.say(wasChanged ? "Changed \(name)." : "Nothing to change: \(name)")
    }
}
