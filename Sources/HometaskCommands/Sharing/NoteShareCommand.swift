// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask note share`: writes notes in a form to send to others.
struct NoteShareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share", abstract: "Write notes as text or calendar journal entries, to send to others.",
        discussion: """
            Writes the title, the text and the checklist. Everything left out, such as the folder and photos, is \
            listed on standard error.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var share: ShareOptions

    @Argument(help: ArgumentHelp("Words of one note's title or first line, or #ids of several.", valueName: "note"))
    var references: [String]

    func run() async throws {
        let form = try share.form(of: "note", among: [.text, .ics])
        let session = try await FamilySession.open(global)
        let words = references
        let notes = try await session.replica.read { reader in
            let photos = try PhotoFinder(reading: reader).photos
            return try NoteFinder(reading: reader).notes(words).map { note in
                SharedNote(note: note, photos: PhotoSearch(subject: note.id).photos(among: photos).count)
            }
        }
        let redaction = try await HomeRedaction.make(share.home, in: session)
        try share.writeShare(
            Share(
                form, names: notes.map(\.note.name), content: Self.content(notes, form, now: session.now),
                leftOut: notes.flatMap(\.leftOut)),
            showing, redaction: redaction, in: session)
    }

    private static func content(_ notes: [SharedNote], _ form: ShareFormat, now: Timestamp) -> String {
        guard form == .ics else {
            return notes.map { $0.lines.map { $0 + "\n" }.joined() }.joined(separator: "\n")
        }
        var calendar = ContentLines()
        calendar.add("BEGIN", "VCALENDAR")
        calendar.add("VERSION", "2.0")
        calendar.add("PRODID", "-//hometask//share 1.0//EN")
        for note in notes { note.writeEntry(to: &calendar, now: now) }
        calendar.add("END", "VCALENDAR")
        return calendar.text
    }
}
