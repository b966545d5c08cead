// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// `hometask photo list`: the photos, newest first.
struct PhotoListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List photos, newest first.",
        discussion: "Words are searched for in captions.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var about: PhotoSubjectOptions

    @Argument(help: "Words to search for.")
    var words: [String] = []

    @Option(help: ArgumentHelp("Show at most this many photos.", valueName: "count"))
    var limit: Int?

    @Flag(help: "Show those in the trash.")
    var trash = false

    func run() async throws {
        if let limit, limit < 1 { throw UsageError("--limit should be at least 1, but is \(limit)") }
        let opened = try await FamilySession.open(global)
        let subject = try await about.subject(in: opened)
        let search = PhotoSearch(words: words, subject: subject?.id, isTrash: trash)
        let count = limit ?? .max
        let (session, all, found, subjects, unreadable) = try await opened.snapshot { snapshot in
            let all = try PhotoFinder(reading: snapshot.reader).photos
            let found = search.photos(among: all)
            let subjects = try SubjectNames(of: Array(found.prefix(count)), reading: snapshot.reader)
            let unreadable = try UnreadableDocuments(.photo, besides: all.map(\.id), reading: snapshot.reader)
            return (snapshot.session, all, found, subjects, unreadable)
        }
        defer { unreadable.warn(on: session.output) }
        let shown = Array(found.prefix(count))
        let files = try await PhotoFileStates(of: shown, in: session)
        if showing.json {
            let objects = shown.map { JSON.object(PhotoJSON.object($0, files: files, subjects: subjects, in: session)) }
            return try session.output.print(.array(objects))
        }
        guard !shown.isEmpty else {
            let total = all.filter { $0.isDeleted == trash }.count
            return try session.output.say(
                unreadable.emptySentence(besides: all.count) ?? emptySentence(total, subject))
        }
        var table = Table(columns: PhotoLine.columns)
        let ids = ShortIDs(all.map(\.id))
        for photo in shown {
            table.add(
                PhotoLine.cells(
                    photo, files: files, subjects: subjects, ids: ids, in: session))
        }
        try session.output.print(table.lines(width: session.output.width, mode: session.output.mode))
        if shown.count < found.count {
            let count = "\(shown.count) of \(found.count) photos"
            try session.output.print([Style.dim.applied(to: count, in: session.output.mode)])
        }
    }

    private func emptySentence(_ total: Int, _ subject: Subject?) -> String {
        if trash { return total == 0 ? "No photo is in the trash." : "No photo in the trash matches." }
        if let subject, words.isEmpty {
            return "No photos about \(subject.name) yet. Attach one with 'hometask photo add FILE --\(subject.kind) …'."
        }
        if total == 0 { return "No photos yet. Attach one with 'hometask photo add FILE --task TASK'." }
        return "No photo matches. 'hometask photo list' shows all \(total)."
    }
}
