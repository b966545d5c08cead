// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// `hometask note list`: the notes, newest first.
struct NoteListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List notes, newest first.",
        discussion: "Words are searched for in titles, texts and checklists.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var about: NoteSubjectOptions

    @Option(help: ArgumentHelp("Show those in a folder and its subfolders.", valueName: "folder"))
    var folder: String?

    @Flag(help: "Show those in no folder.")
    var noFolder = false

    @Argument(help: "Words to search for.")
    var words: [String] = []

    @Option(help: ArgumentHelp("Show at most this many notes.", valueName: "count"))
    var limit: Int?

    @Flag(help: "Show those in the trash.")
    var trash = false

    func run() async throws {
        if let limit, limit < 1 { throw UsageError("--limit should be at least 1, but is \(limit)") }
        if folder != nil, noFolder { throw UsageError("--folder and --no-folder cannot be used together") }
        let inFolder = noFolder ? "" : try folder.map { try NoteFolder.checked($0) }
        let opened = try await FamilySession.open(global)
        let subject = try await about.subject(in: opened)
        let search = NoteSearch(words: words, subject: subject?.id, folder: inFolder, isTrash: trash)
        let count = limit ?? .max
        let (session, all, found, subjects, unreadable) = try await opened.snapshot { snapshot in
            let all = try NoteFinder(reading: snapshot.reader).notes
            let found = search.notes(among: all)
            let subjects = try SubjectNames(of: Array(found.prefix(count)), reading: snapshot.reader)
            let unreadable = try UnreadableDocuments(.note, besides: all.map(\.id), reading: snapshot.reader)
            return (snapshot.session, all, found, subjects, unreadable)
        }
        defer { unreadable.warn(on: session.output) }
        let shown = Array(found.prefix(count))
        if showing.json {
            let objects = shown.map { JSON.object(NoteJSON.object($0, subjects: subjects, in: session)) }
            return try session.output.print(.array(objects))
        }
        guard !shown.isEmpty else {
            let total = all.filter { $0.isDeleted == trash }.count
            return try session.output.say(
                unreadable.emptySentence(besides: all.count) ?? emptySentence(total, subject))
        }
        var table = Table(columns: NoteLine.columns)
        let ids = ShortIDs(all.map(\.id))
        for note in shown { table.add(NoteLine.cells(note, subjects: subjects, ids: ids, in: session)) }
        try session.output.print(table.lines(width: session.output.width, mode: session.output.mode))
        if shown.count < found.count {
            let count = "\(shown.count) of \(found.count) notes"
            try session.output.print([Style.dim.applied(to: count, in: session.output.mode)])
        }
    }

    private func emptySentence(_ total: Int, _ subject: Subject?) -> String {
        if trash { return total == 0 ? "No note is in the trash." : "No note in the trash matches." }
        if let subject, words.isEmpty, folder == nil, !noFolder {
            return "No notes about \(subject.name) yet. Write one with 'hometask note add TEXT --\(subject.kind) …'."
        }
        if total == 0 { return "No notes yet. Write one with 'hometask note add The spare key is under the blue pot'." }
        return "No note matches. 'hometask note list' shows all \(total)."
    }
}
