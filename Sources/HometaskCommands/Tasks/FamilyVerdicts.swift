// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// The verdicts on the tasks of a session's family.
struct FamilyVerdicts: Sendable {
    let session: FamilySession

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
