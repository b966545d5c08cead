// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// Looks up and prints the comments of a session's family.
struct FamilyComments: Sendable {
    let session: FamilySession

    /// Returns the photo if given, otherwise the task named by `task`.
    func subject(photo: String?, task: [String]) async throws -> Subject {
        guard let photo else {
            return Subject(try await session.tasks.findOne(task, preferring: .shown(session.numbers.shownLast())))
        }
        return Subject(try await session.replica.read { try PhotoFinder(reading: $0).photo([photo], reading: $0) })
    }

    /// Returns the quoted name of a subject; for a task of a series, with the day of the occurrence.
    func words(of subject: Subject) async throws -> String {
        let name = Quotation.of(subject.name)
        guard subject.kind == .task else { return name }
        let task = try await session.tasks.findOne(subject.id)
        guard task.rule != nil || task.previous != nil else { return name }
        let when = TaskLine.when(task, in: session)
        return when.isEmpty ? name : "\(name) (\(task.isOpen ? "due" : "done") \(when))"
    }

    /// Returns the comments named by `words`.
    func find(_ words: [String], isTrash: Bool = false) async throws -> [CommentRecord] {
        try await session.replica.read { try CommentFinder(reading: $0).comments(words, isTrash: isTrash) }
    }

    /// Prints the current state of comments as JSON. Reads one document per comment.
    ///
    /// - Parameter isList: whether to print an array even for a single comment.
    func print(_ ids: [DocumentID], isList: Bool = true) async throws {
        let (session, comments, subjects) = try await session.snapshot { snapshot in
            let reader = snapshot.reader
            let scanner = MemberScanner(selecting: CommentRecord.members)
            let comments = try ids.compactMap { id in
                try reader.bytes(at: Transaction.path(of: .comment, id)).flatMap {
                    CommentRecord(try scanner.listed(of: $0))
                }
            }
            return (snapshot.session, comments, try SubjectNames(of: comments, reading: reader))
        }
        let objects = comments.map { CommentJSON.object($0, subjects: subjects, in: session) }
        try session.output.print(objects, isList: isList)
    }
}
