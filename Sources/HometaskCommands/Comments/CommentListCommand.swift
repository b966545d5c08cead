// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// `hometask comment list`: comments and reactions.
struct CommentListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List comments and reactions: all, newest first, or those of a task or photo, newest last.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(help: ArgumentHelp("Show those on this photo.", valueName: "photo"))
    var photo: String?

    @Option(help: ArgumentHelp("Show at most this many, the newest.", valueName: "count"))
    var limit: Int?

    @Flag(help: "Show those in the trash.")
    var trash = false

    @Argument(help: "Show those on this task: a number, #id, or words of its title.")
    var task: [String] = []

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit should be at least 1, but is \(limit)") }
        if photo != nil, !task.isEmpty {
            throw ValidationError("a task and --photo cannot be used together")
        }
    }

    func run() async throws {
        let opened = try await FamilySession.open(global)
        let isAny = photo == nil && task.isEmpty
        let subject = isAny ? nil : try await opened.comments.subject(photo: photo, task: task)
        let (isTrash, count) = (trash, limit ?? .max)
        let (session, found, subjects, all, unreadable) = try await opened.snapshot { snapshot in
            let finder = try CommentFinder(reading: snapshot.reader)
            let found = finder.comments(about: subject?.id, isTrash: isTrash)
            let names = try SubjectNames(of: Array(found.prefix(count)), reading: snapshot.reader)
            let all = finder.comments.map(\.id)
            let unreadable = try UnreadableDocuments(.comment, besides: all, reading: snapshot.reader)
            return (snapshot.session, found, names, all, unreadable)
        }
        defer { unreadable.warn(on: session.output) }
        let ids = ShortIDs(all)
        let newest = Array(found.prefix(count))
        let shown = subject == nil ? newest : newest.reversed()
        if showing.json {
            let objects = shown.map { JSON.object(CommentJSON.object($0, subjects: subjects, in: session)) }
            return try session.output.print(.array(objects))
        }
        guard !shown.isEmpty else {
            return try session.output.say(unreadable.emptySentence(besides: all.count) ?? emptySentence(subject))
        }
        if subject != nil, !trash {
            try session.output.print(CommentBlock(session).rows(SubjectComments(shown, ids: ids)))
        } else {
            try session.output.print(table(shown, subjects, ids: ids, in: session))
        }
        if shown.count < found.count {
            let count = "\(shown.count) of \(found.count) comments and reactions"
            try session.output.print([Style.dim.applied(to: count, in: session.output.mode)])
        }
    }

    private func table(
        _ comments: [CommentRecord], _ subjects: SubjectNames, ids: ShortIDs, in session: FamilySession
    ) -> [String] {
        var table = Table(columns: CommentLine.columns)
        for comment in comments {
            table.add(CommentLine.cells(comment, subjects: subjects, ids: ids, in: session))
        }
        return table.lines(width: session.output.width, mode: session.output.mode)
    }

    private func emptySentence(_ subject: Subject?) -> String {
        if trash {
            return "No comment\(subject.map { " on \(Quotation.of($0.name))" } ?? "") is in the trash."
        }
        guard let subject else { return "No comments yet. Write one with 'hometask comment add TASK TEXT'." }
        let words = subject.kind == .photo ? "--photo PHOTO TEXT" : "TASK TEXT"
        return "No comments on \(Quotation.of(subject.name)) yet. Write one with 'hometask comment add \(words)'."
    }
}
