// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal
import HometaskTime

/// `hometask note show`: one complete note.
struct NoteShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a note, its checklist and its photos.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(
        help: ArgumentHelp(
            "Words of the note's title or first line, or # and the start of its id.", valueName: "note"))
    var reference: [String]

    func run() async throws {
        let opened = try await FamilySession.open(global)
        let words = reference
        let (session, page) = try await opened.snapshot { ($0.session, try NoteDetails(words, reading: $0.reader)) }
        let files = try await PhotoFileStates(of: page.photos, in: session)
        if showing.json {
            var object = NoteJSON.object(page.note, subjects: page.subjects, in: session)
            object["photos"] = .array(
                page.photos.map {
                    .object(PhotoJSON.object($0, files: files, subjects: page.photoSubjects, in: session))
                })
            return try session.output.print(.object(object))
        }
        try session.output.print(lines(page, in: session) + photoLines(page, files, in: session))
    }

    private func lines(_ page: NoteDetails, in session: FamilySession) -> [String] {
        let (output, note) = (session.output, page.note)
        var block = FieldBlock()
        block.add(textsOf: note)
        if let about = NoteLine.about(note, page.subjects) { block.add("About", about) }
        if let sentence = written(note, in: session) { block.add("Written", sentence) }
        block.add(extensionsOf: note, in: session)
        block.add("Id", "#\(page.noteIDs[note.id])", style: .dim)
        if note.hasConflict {
            let words = "conflicting edits: 'hometask conflicts' shows them"
            block.add("Conflict", words, style: .yellow)
        }
        let text = note.text.map { line in
            // `EscapedText` would escape a tab.
            EscapedText.safe(line.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: "    "))
        }
        let lines = text.flatMap { $0.isEmpty ? [""] : TextWidth.wrapped($0, to: output.width) }
        return block.lines(width: output.width, mode: output.mode) + (lines.isEmpty ? [] : [""] + lines)
            + ItemRenderer.lines(Checklist(note), width: output.width, mode: output.mode)
    }

    private func photoLines(_ page: NoteDetails, _ files: PhotoFileStates, in session: FamilySession) -> [String] {
        if page.photos.isEmpty { return [] }
        let (width, mode) = (session.output.width, session.output.mode)
        var table = Table(columns: PhotoLine.columns)
        for photo in page.photos {
            var cells = PhotoLine.cells(
                photo, files: files, subjects: page.photoSubjects, ids: page.photoIDs, in: session)
            cells[2] = Cell("")
            table.add(cells)
        }
        return ["", Style.bold.applied(to: "Photos", in: mode)] + table.lines(width: width, mode: mode)
    }

    private func written(_ note: NoteRecord, in session: FamilySession) -> String? {
        let author = note.createdBy.map { "by \(session.directory.name(of: $0))" }
        let words = [note.createdAt.map { session.dates.ago($0) }, author].compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
