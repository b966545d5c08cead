// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

extension FamilySession {
    /// The photo that an option names, otherwise the task that words name.
    func commentSubject(photo: String?, task: [String]) async throws -> Subject {
        guard let photo else { return Subject(try await tasks.findOne(task)) }
        return Subject(try await replica.read { try PhotoFinder(reading: $0).photo([photo]) })
    }

    /// The comments that words name.
    func comments(_ words: [String], isTrash: Bool = false) async throws -> [CommentRecord] {
        try await replica.read { try CommentFinder(reading: $0).comments(words, isTrash: isTrash) }
    }

    /// Prints the current state of comments as JSON. Reads one document per comment.
    ///
    /// - Parameter isList: whether to print an array even for a single comment.
    func printComments(_ ids: [DocumentID], isList: Bool = true) async throws {
        let (comments, subjects) = try await replica.read { reader in
            let scanner = MemberScanner(selecting: CommentRecord.members)
            let comments = try ids.compactMap { id in
                try reader.bytes(at: Transaction.path(of: .comment, id)).flatMap {
                    CommentRecord(try scanner.listed(of: $0))
                }
            }
            return (comments, try SubjectNames(of: comments, reading: reader))
        }
        let objects = comments.map { JSON.object(CommentJSON.object($0, subjects: subjects, in: self)) }
        if !isList, let only = objects.first { return try output.print(only) }
        try output.print(.array(objects))
    }
}
