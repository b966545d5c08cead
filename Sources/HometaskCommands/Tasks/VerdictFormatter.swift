// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskReplica
import HometaskTime

/// Formats verdicts.
struct VerdictFormatter {
    static let signingHelp =
        "Where the member has an ssh key ('hometask member edit NAME --add-key'), the verdict is signed with it."

    private let session: FamilySession

    init(_ session: FamilySession) {
        self.session = session
    }

    /// The approval of a task in words; nil if it needs none and has no verdict.
    ///
    /// - Parameter check: the result of checking the verdict's signature.
    func approval(of task: TaskRecord, _ check: VerdictKeys.Check?) -> String? {
        if let rejection = task.rejection { return words(rejection, check) }
        if let judgement = task.judgement { return words(judgement, check) }
        guard task.needsApproval else { return nil }
        return task.isOpen ? "an adult must approve it" : "waits for an adult to approve it"
    }

    /// `approved by Anna, 2 hours ago (signed)`
    private func words(_ verdict: Verdict, _ check: VerdictKeys.Check?) -> String {
        let judge = verdict.by.map { " by \(session.directory.name(of: $0))" } ?? ""
        let why = verdict.why.map { ": \($0)" } ?? ""
        let deed = verdict.isApproved ? "approved" : "rejected"
        return "\(deed)\(judge), \(session.dates.ago(verdict.at))\(Self.words(check))\(why)"
    }

    private static func words(_ check: VerdictKeys.Check?) -> String {
        switch check {
        case .good: " (signed)"
        case .missing: " (unverified: not signed)"
        case .bad: " (unverified: what was signed is not what stands here)"
        case .unknown: " (unverified: ssh-keygen is not there)"
        case .keyless, nil: ""
        }
    }
}

extension FamilySession {
    /// The statement of the verdict that a task shows; nil if it shows none.
    func statement(of task: TaskRecord) async throws -> VerdictStatement? {
        guard let verdict = task.rejection ?? task.judgement else { return nil }
        let (family, photo) = try await replica.read { reader in
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
        guard let member, let keys = directory.members[directory.current(member)]?.keys, !keys.isEmpty else { return }
        for id in tasks {
            let task = try await self.tasks.findOne(id)
            guard let verdict = task.verdict, verdict.by == member, verdict.signature == nil else { continue }
            return output.remark(
                "note: not signed, since none of your ssh keys can be used here; 'ssh-add' lends a locked one")
        }
    }
}
