// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskReplica
import HometaskTerminal

/// `hometask photo show`: one photo, and what is known of it.
struct PhotoShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a photo.",
        discussion: """
            On a terminal it is drawn: through the protocols of kitty, iTerm and sixel where the terminal knows one, else in \
            half blocks; HOMETASK_PICTURES names one of kitty, iterm, sixel, blocks and none. --open hands it to the \
            program that your desktop shows pictures with.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Open it in the desktop's program for pictures.")
    var open = false

    @Argument(help: ArgumentHelp("Words of the photo's caption, or # and the start of its id.", valueName: "photo"))
    var reference: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let words = reference
        let (photo, ids, subjects) = try await session.replica.read { reader in
            let finder = try PhotoFinder(reading: reader)
            let photo = try finder.photo(words)
            return (photo, ShortIDs(finder.photos.map(\.id)), try SubjectNames(of: [photo], reading: reader))
        }
        if showing.json { return try await session.printPhotos([photo.id], isList: false) }
        let files = try await PhotoFileStates(of: [photo], in: session)
        let block = PhotoBlock(photo, files: files, subjects: subjects, id: ids[photo.id], in: session)
        try session.output.print(block.lines)
        if open { return try await PhotoViewer(session).open(photo) }
        if session.environment.isOutputTerminal, photo.erasedAt == nil { try await PhotoDrawing(session).draw(photo) }
    }
}
