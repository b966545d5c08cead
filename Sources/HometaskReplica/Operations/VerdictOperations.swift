// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging

extension Transaction {
    /// Signs the statement of a verdict; nil if no key is available.
    public typealias VerdictSigning = (VerdictStatement) -> String?

    /// Approves that a task was done.
    ///
    /// - Parameter signing: what makes the signature.
    /// - Returns: whether it was not approved already.
    /// - Throws: `ReplicaError` (`forbidden` where this member is a child or not known; `invalidRequest` where the task
    ///   is open, or asks for no approval).
    @discardableResult
    public func approve(_ task: DocumentID, signing: VerdictSigning = { _ in nil }) throws -> Bool {
        let adult = try requireAdult(to: "judge")
        let record = try self.task(task)
        let completion = try completion(toJudge: record)
        guard record.needsApproval else {
            throw ReplicaError(
                .invalidRequest, "‘\(record.title)’ requires no approval; nothing was changed",
                hint: "To require approval: \(.askForApproval(of: String(task.description.prefix(8))))")
        }
        if record.judgement?.isApproved == true { return false }
        let verdict = Verdict(isApproved: true, at: now, by: adult, done: completion.at)
        try sign(verdict, on: record, with: signing)
        // Written anew: where another adult rejects it at the same time, all of what the later of both said holds.
        try write(["completion": nil], to: Self.path(of: .task, task))
        try write(["completion": completion.json], to: Self.path(of: .task, task))
        tell("approved \(Diary.quoted(record.title))")
        return true
    }

    /// Says that a task was not done as it should be: it is open again. Photos that prove it prove it no more.
    ///
    /// - Parameter why: what is wrong, in a line.
    /// - Throws: `ReplicaError` (`forbidden` where this member is a child or not known; `invalidRequest` where the task
    ///   is open).
    public func reject(_ task: DocumentID, why: String?, signing: VerdictSigning = { _ in nil }) throws {
        let adult = try requireAdult(to: "judge")
        let record = try self.task(task)
        let completion = try completion(toJudge: record)
        if record.needsPhoto {
            let rule = try proofRule(of: [record])
            for photo in rule.attached(to: task) where rule.objection(to: photo, of: task) == nil {
                try judge(photo.id, isApproved: false, why: why)
            }
        }
        let verdict = Verdict(isApproved: false, at: now, by: adult, why: why, done: completion.at)
        try sign(verdict, on: record, with: signing)
        try write(["completion": nil], to: Self.path(of: .task, task))
        tell("rejected \(Diary.quoted(record.title))" + (why.map { ": \($0)" } ?? ""))
        try withdrawSuccessor(of: task)
    }

    /// Accepts photos as proof of a task, whatever their place and time.
    ///
    /// - Parameter photos: the photos; where there are none, all that are attached.
    func acceptPhotos(_ photos: [DocumentID], of task: TaskRecord) throws {
        _ = try requireAdult(to: "judge")
        let attached = try proofRule(of: [task]).attached(to: task.id).map(\.id)
        let accepted = photos.isEmpty ? attached : photos
        guard !accepted.isEmpty else {
            throw ReplicaError(
                .invalidRequest, "‘\(task.title)’ has no photo to accept; nothing was changed",
                hint: "Attach one: \(.completeWithPhoto(String(task.id.description.prefix(8)), isAccepted: true))")
        }
        for photo in accepted { try judge(photo, isApproved: true, why: nil) }
    }

    private func judge(_ photo: DocumentID, isApproved: Bool, why: String?) throws {
        let record = try self.photo(photo)
        if record.verdict?.isApproved == isApproved { return }
        let verdict = Verdict(isApproved: isApproved, at: now, by: member, why: why)
        try write(["verdict": verdict.json], to: Self.path(of: .photo, photo))
        tell("\(isApproved ? "accepted" : "refused") \(Diary.quoted(record.name)) as a proof")
    }

    /// How a task was done that is to be judged.
    private func completion(toJudge task: TaskRecord) throws -> Completion {
        if let completion = task.completion { return completion }
        throw ReplicaError(
            .invalidRequest, "‘\(task.title)’ is open, so it cannot be approved or rejected; nothing was changed",
            hint: "\(.listTasksToApprove) shows what waits for approval.")
    }

    /// Writes a verdict on a task, with the signature that it gets on this device.
    private func sign(_ verdict: Verdict, on task: TaskRecord, with signing: VerdictSigning) throws {
        var verdict = verdict
        if let family = try readableMembers(at: .family).flatMap({ FamilyRecord($0) }) {
            let photo = task.completion?.photo.flatMap { try? self.photo($0) }
            verdict.signature = signing(VerdictStatement(of: task, verdict, provenBy: photo, in: family.id))
        }
        try write(["verdict": verdict.json], to: Self.path(of: .task, task.id))
    }

    /// The member on whose behalf this device writes.
    ///
    /// - Parameter act: what only an adult may do.
    /// - Throws: `ReplicaError` (`forbidden`) where that is a child, or nobody.
    func requireAdult(to act: String) throws -> DocumentID {
        guard let member else {
            throw ReplicaError(
                .forbidden, "only an adult of the family may \(act), and no member is set for this device",
                hint: "Set the member of this device: \(.chooseMember)")
        }
        let record = try self.member(member)
        guard !record.isChild else {
            throw ReplicaError(
                .forbidden,
                "only an adult of the family may \(act), and \(record.name) is a child; nothing was changed",
                hint: "Ask an adult to do it on their device.")
        }
        return member
    }
}
