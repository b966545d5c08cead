// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskReplica
import HometaskTerminal
import HometaskTime

/// `hometask note show`: one note, whole.
struct NoteShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show a note.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(
        help: ArgumentHelp(
            "Words of the note's heading or first line, or # and the start of its id.", valueName: "note"))
    var reference: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let words = reference
        let (note, ids, subjects) = try await session.replica.read { reader in
            let finder = try NoteFinder(reading: reader)
            let note = try finder.note(words)
            return (note, ShortIDs(finder.notes.map(\.id)), try SubjectNames(of: [note], reading: reader))
        }
        if showing.json {
            return try session.output.print(.object(NoteJSON.object(note, subjects: subjects, in: session)))
        }
        let output = session.output
        var block = FieldBlock()
        if let title = note.title { block.add("Title", title, style: .bold) }
        if let about = NoteLine.about(note, subjects) { block.add("About", about) }
        if let sentence = written(note, in: session) { block.add("Written", sentence) }
        for line in ExtensionWords(session, of: .note).lines(note.extensions) { block.add(line.label, line.value) }
        block.add("Id", "#\(ids[note.id])", style: .dim)
        if note.hasConflict {
            let words = "edited at once on two devices: 'hometask conflicts' shows both values"
            block.add("Conflict", words, style: .yellow)
        }
        let text = note.text.map { line in
            // A tab would be shown as an escape.
            EscapedText.safe(line.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: "    "))
        }
        let lines = text.flatMap { $0.isEmpty ? [""] : TextWidth.wrapped($0, to: output.width) }
        try output.print(block.lines(width: output.width, mode: output.mode) + (lines.isEmpty ? [] : [""] + lines))
    }

    private func written(_ note: NoteRecord, in session: FamilySession) -> String? {
        let author = note.createdBy.map { "by \(session.directory.name(of: $0))" }
        let words = [note.createdAt.map { session.dates.ago($0) }, author].compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
