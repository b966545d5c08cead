// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging

/// Operations with which adults judge completed tasks.
public struct VerdictOperations {
    let transaction: Transaction

    /// Signs the statement of a verdict; nil if no signature is possible.
    public typealias Signing = (VerdictStatement) -> String?

    /// Approves a task as done; the closure creates the signature.
    ///
    /// - Returns: whether the task was not approved before.
    /// - Throws: `ReplicaError` (`adultsOnly` if this member is a child or unknown; `invalidRequest` if the task is
    ///   open, or needs no approval).
    @discardableResult
    public func approve(_ task: DocumentID, signing: Signing = { _ in nil }) throws -> Bool {
        let adult = try transaction.members.requireAdult(to: "approve or reject tasks")
        let record = try transaction.tasks.record(task)
        let completion = try completion(toJudge: record)
        guard record.needsApproval else {
            throw ReplicaError(
                .invalidRequest, "‘\(record.title)’ requires no approval; nothing was changed",
                hint: "To require approval: \(.askForApproval(of: String(task.description.prefix(8))))")
        }
        if record.judgement?.isApproved == true { return false }
        let verdict = Verdict(isApproved: true, at: transaction.now, by: adult, done: completion.at)
        try sign(verdict, on: record, with: signing)
        // Rewrite the completion, so that if another adult concurrently rejects the task, the later verdict applies as
        // a whole.
        try transaction.writeFields(["completion": nil], to: Transaction.path(of: .task, task))
        try transaction.writeFields(["completion": completion.json], to: Transaction.path(of: .task, task))
        transaction.describe("approved \(CommitMessage.quoted(record.title))")
        return true
    }

    /// Rejects a task that was not done properly: the task is reopened, and its photos no longer prove it. The reason
    /// is given in one line; nil for none.
    ///
    /// - Throws: `ReplicaError` (`adultsOnly` if this member is a child or unknown; `invalidRequest` if the task is
    ///   open).
    public func reject(_ task: DocumentID, why: String?, signing: Signing = { _ in nil }) throws {
        let adult = try transaction.members.requireAdult(to: "approve or reject tasks")
        let record = try transaction.tasks.record(task)
        let completion = try completion(toJudge: record)
        if record.needsPhoto {
            let rule = try transaction.proofs.rule(of: [record])
            for photo in rule.attached(to: task) where rule.objection(to: photo, of: task) == nil {
                try recordVerdict(photo.id, isApproved: false, why: why)
            }
        }
        let verdict = Verdict(isApproved: false, at: transaction.now, by: adult, why: why, done: completion.at)
        try sign(verdict, on: record, with: signing)
        try transaction.writeFields(["completion": nil], to: Transaction.path(of: .task, task))
        transaction.describe("rejected \(CommitMessage.quoted(record.title))" + (why.map { ": \($0)" } ?? ""))
        try transaction.series.withdrawNext(after: task)
    }

    /// Accepts photos as proof of a task, whatever their place and time.
    ///
    /// - Parameter photos: the photos; if empty, all attached photos.
    func acceptPhotos(_ photos: [DocumentID], of task: TaskRecord) throws {
        _ = try transaction.members.requireAdult(to: "approve or reject tasks")
        let attached = try transaction.proofs.rule(of: [task]).attached(to: task.id).map(\.id)
        let accepted = photos.isEmpty ? attached : photos
        guard !accepted.isEmpty else {
            throw ReplicaError(
                .invalidRequest, "‘\(task.title)’ has no photo to accept; nothing was changed",
                hint: "Attach one: \(.completeWithPhoto(String(task.id.description.prefix(8)), isAccepted: true))")
        }
        for photo in accepted { try recordVerdict(photo, isApproved: true, why: nil) }
    }

    private func recordVerdict(_ photo: DocumentID, isApproved: Bool, why: String?) throws {
        let record = try transaction.photos.record(photo)
        if record.verdict?.isApproved == isApproved { return }
        let verdict = Verdict(isApproved: isApproved, at: transaction.now, by: transaction.member, why: why)
        try transaction.writeFields(["verdict": verdict.json], to: Transaction.path(of: .photo, photo))
        transaction.describe("\(isApproved ? "accepted" : "refused") \(CommitMessage.quoted(record.name)) as a proof")
    }

    /// Returns the completion of a task that is to be judged.
    private func completion(toJudge task: TaskRecord) throws -> Completion {
        if let completion = task.completion { return completion }
        throw ReplicaError(
            .invalidRequest, "‘\(task.title)’ is open, so it cannot be approved or rejected; nothing was changed",
            hint: "\(.listTasksToApprove) shows what waits for approval.")
    }

    /// Writes a verdict on a task, signed if this device can sign it.
    private func sign(_ verdict: Verdict, on task: TaskRecord, with signing: Signing) throws {
        var verdict = verdict
        if let family = try transaction.readableMembers(at: .family).flatMap({ FamilyRecord($0) }) {
            let photo = task.completion?.photo.flatMap { try? transaction.photos.record($0) }
            verdict.signature = signing(VerdictStatement(of: task, verdict, provenBy: photo, in: family.id))
        }
        try transaction.writeFields(["verdict": verdict.json], to: Transaction.path(of: .task, task.id))
    }
}
