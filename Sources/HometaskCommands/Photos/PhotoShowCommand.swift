// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// `hometask photo show`: all data about one photo.
struct PhotoShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a photo and the comments on it.",
        discussion: """
            On a terminal, the photo is drawn: with the protocols of kitty, iTerm or sixel if the terminal supports \
            one, otherwise in half blocks; HOMETASK_PICTURES selects kitty, iterm, sixel, blocks or none. --open \
            opens it in the desktop's image viewer.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Open it in the desktop's image viewer.")
    var open = false

    @Argument(help: ArgumentHelp("Words of its caption or its task, or # and the start of its id.", valueName: "photo"))
    var reference: [String]

    func run() async throws {
        let opened = try await FamilySession.open(global)
        let words = reference
        let (session, photo, ids, subjects, comments) = try await opened.snapshot { snapshot in
            let reader = snapshot.reader
            let finder = try PhotoFinder(reading: reader)
            let photo = try finder.photo(words, reading: reader)
            let comments = try SubjectComments.all(about: [photo.id], reading: reader)[photo.id]
            let subjects = try SubjectNames(of: [photo], reading: reader)
            return (
                snapshot.session, photo, ShortIDs(finder.photos.map(\.id)), subjects,
                comments ?? SubjectComments([], ids: ShortIDs([]))
            )
        }
        let files = try await PhotoFileStates(of: [photo], in: session)
        if showing.json {
            var object = PhotoJSON.object(photo, files: files, subjects: subjects, in: session)
            (object["comments"], object["reactions"]) = CommentJSON.members(comments, in: session)
            return try session.output.print(.object(object))
        }
        let block = PhotoBlock(photo, files: files, subjects: subjects, id: ids[photo.id], in: session)
        try session.output.print(block.lines + CommentBlock(session).lines(comments))
        if open { return try await PhotoViewer(session).open(photo) }
        if session.environment.isOutputTerminal, photo.erasedAt == nil { try await PhotoDrawing(session).draw(photo) }
    }
}
