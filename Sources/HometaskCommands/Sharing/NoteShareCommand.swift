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
        let opened = try await FamilySession.open(global)
        let (words, home) = (references, share.home)
        let (session, redaction, notes) = try await opened.snapshot { snapshot in
            let photos = try PhotoFinder(reading: snapshot.reader).photos
            let notes = try NoteFinder(reading: snapshot.reader).notes(words).map { note in
                SharedNote(note: note, photos: PhotoSearch(subject: note.id).photos(among: photos).count)
            }
            return (snapshot.session, try HomeRedaction(home, in: snapshot), notes)
        }
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
