// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging

extension Transaction {
    /// Which photos prove some tasks, as the transaction has them so far.
    func proofRule(of tasks: [TaskRecord]) throws -> ProofRule {
        let paths = try photoPaths(of: tasks.map(\.id))
        return try ProofRule(of: tasks, among: photos(at: paths), reading: self)
    }

    /// Marks a task as done, with photos attached to it; one that demands a photo is refused without.
    ///
    /// - Parameter accepts: whether this member, an adult, accepts the photos as proof whatever their place and time;
    ///   without photos, those that are attached.
    /// - Returns: how its series continues.
    /// - Throws: `ReplicaError` (`forbidden`) where nothing proves it, or a child accepts.
    @discardableResult
    public func complete(
        _ task: DocumentID, _ completion: Completion, provenBy drafts: [PhotoDraft], accepts: Bool = false
    ) throws -> SeriesContinuation {
        let record = try self.task(task)
        var completion = completion
        var kept: [DocumentID] = []
        for var draft in drafts {
            draft.subject = Subject(record)
            kept.append(try keep(draft))
        }
        if accepts { try acceptPhotos(kept, of: record) }
        completion.photo = completion.photo ?? kept.first
        if record.needsPhoto {
            let rule = try proofRule(of: [record])
            let own = rule.attached(to: task).filter { kept.contains($0.id) }
            let proof = own.first { rule.objection(to: $0, of: task) == nil } ?? rule.proof(of: task)
            guard let proof else { throw try unproven(record, by: rule, own) }
            completion.photo = proof.id
        }
        return try complete(task, completion)
    }

    /// That nothing proves a task, and why what was attached now, or before, does not.
    private func unproven(_ task: TaskRecord, by rule: ProofRule, _ own: [PhotoRecord]) throws -> ReplicaError {
        let reference = String(task.id.description.prefix(8))
        let attached = own.isEmpty ? rule.attached(to: task.id) : own
        guard let photo = attached.first, let objection = rule.objection(to: photo, of: task.id) else {
            return ReplicaError(
                .forbidden, "‘\(task.title)’ is done once a photo is attached to it; nothing was changed",
                hint: "Attach one: \(.completeWithPhoto(reference, isAccepted: false))")
        }
        let others = attached.count == 1 ? "" : ", and neither do the others"
        let reason = objection.reason(isImperial: try isImperial())
        return ReplicaError(
            .forbidden,
            "\(Diary.quoted(photo.name)) does not prove ‘\(task.title)’: \(reason)\(others); nothing was changed",
            hint: own.isEmpty
                ? "An adult can accept it: \(.acceptProof(of: reference))"
                : "An adult can accept it, with \(.saying(.acceptance)); to attach it first: \(.attachPhoto(to: reference))"
        )
    }

    private func isImperial() throws -> Bool {
        try readableMembers(at: .family).flatMap { FamilyRecord($0) }?.units == "imperial"
    }

    /// Completes a task that demands a photo and has one that proves it.
    ///
    /// - Returns: how its series continues; nil if the task stays as it is.
    @discardableResult
    func completeByProof(_ task: DocumentID) throws -> SeriesContinuation? {
        guard let record = try? self.task(task), record.needsPhoto, record.isOpen,
            let proof = try proofRule(of: [record]).proof(of: task)
        else { return nil }
        return try complete(task, Completion(at: now, by: member ?? proof.createdBy, photo: proof.id))
    }

    /// Opens a task again that demands a photo and has none any more that proves it.
    ///
    /// - Returns: whether it was complete.
    func reopenUnproven(_ task: DocumentID) throws -> Bool {
        guard let record = try? self.task(task), record.needsPhoto, !record.isOpen, !record.isDeleted,
            try proofRule(of: [record]).proof(of: task) == nil
        else { return false }
        try reopen(task)
        return true
    }

    /// Makes tasks that demand a photo complete or open, as the photos have it, after the transaction changed them or
    /// their photos by other means than a command of their own.
    ///
    /// - Parameter others: more tasks in question, as ``DocumentReader/provableTasks(among:)`` finds them after
    ///   documents came by other means.
    /// - Returns: the tasks that were completed and opened, for the family's diary.
    @discardableResult
    public func settleProofs(of others: Set<DocumentID> = []) throws -> [DocumentID] {
        let ids = try provable.union(others).union(provableTasks(at: movedPins))
        let tasks = ids.sorted().compactMap { try? task($0) }.filter { $0.needsPhoto && !$0.isDeleted }
        if tasks.isEmpty { return [] }
        let rule = try proofRule(of: tasks)
        return try tasks.map(\.id).filter { try settleProof(of: $0, by: rule) }
    }

    private func settleProof(of task: DocumentID, by rule: ProofRule) throws -> Bool {
        let path = try Self.path(of: .task, task)
        guard let before = try document(at: path) else { return false }
        let completion = Completion(before["completion"])
        let proof = rule.proof(of: task)
        if (completion == nil) == (proof == nil) { return false }
        let value = proof.map { Completion(at: $0.createdAt ?? now, by: $0.createdBy, photo: $0.id).json }
        let time = max(
            before.lastWrite(of: "completion")?.time ?? Timestamp(seconds: 0), proof?.createdAt ?? Timestamp(seconds: 0)
        )
        var after = before
        after.write(
            value, to: "completion", rule: self.rule(of: "completion", in: before),
            by: Series.author(of: ["completion": value ?? .null], onto: before, at: time))
        if value != nil, before["verdict"] != nil {
            after.write(
                nil, to: "verdict", rule: self.rule(of: "verdict", in: before),
                by: Series.author(of: ["verdict": .null], onto: before, at: time))
        }
        guard after != before else { return false }
        try stage(after, changedFrom: before, at: path, follows: true)
        let title = Diary.quoted(before.displayName)
        tell(
            proof == nil
                ? "reopened \(title), which no photo proves any more" : "completed \(title), which a photo proves")
        if proof == nil { try withdrawSuccessor(of: task) } else { try continueSeries(after: task) }
        return true
    }
}
