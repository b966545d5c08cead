// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// The verdicts on the tasks of a session's family.
struct FamilyVerdicts: Sendable {
    let session: FamilySession

    /// The statement of the verdict that a task shows; nil if it shows none.
    func statement(of task: TaskRecord) async throws -> VerdictStatement? {
        guard let verdict = task.rejection ?? task.judgement else { return nil }
        let (family, photo) = try await session.replica.read { reader in
            let path = task.completion?.photo.flatMap { DocumentPath(kind: .photo, id: $0) }
            return (
                try reader.readableMembers(at: .family).flatMap { FamilyRecord($0) }?.id,
                try path.flatMap { try reader.readableMembers(at: $0) }.flatMap { PhotoRecord($0) }
            )
        }
        return family.map { VerdictStatement(of: task, verdict, provenBy: photo, in: $0) }
    }

    /// Prints a note if verdicts were not signed although the member has keys.
    func remarkUnsigned(_ tasks: [DocumentID]) async throws {
        guard let member = session.member,
            let keys = session.directory.members[member]?.keys, !keys.isEmpty
        else { return }
        for id in tasks {
            let task = try await session.tasks.findOne(id)
            guard let verdict = task.verdict, verdict.by == member, verdict.signature == nil else { continue }
            return session.output.remark(
                "note: not signed, because none of your ssh keys can be used here; 'ssh-add' unlocks one")
        }
    }
}
