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
        let session = try await FamilySession.open(global)
        let subject = try await about.subject(in: session)
        let search = PhotoSearch(words: words, subject: subject?.id, isTrash: trash)
        let all = try await session.replica.read { try PhotoFinder(reading: $0).photos }
        let found = search.photos(among: all)
        let shown = Array(found.prefix(limit ?? .max))
        if showing.json { return try await session.photos.print(shown.map(\.id)) }
        guard !shown.isEmpty else {
            return try session.output.say(emptySentence(all.filter { $0.isDeleted == trash }.count, subject))
        }
        let files = try await PhotoFileStates(of: shown, in: session)
        let subjects = try await session.replica.read { try SubjectNames(of: shown, reading: $0) }
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
