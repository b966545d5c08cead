// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// Determines which photos prove tasks, and completes or reopens tasks accordingly.
struct ProofOperations {
    let transaction: Transaction

    /// Returns the rule that determines which photos prove the given tasks, with the changes of the transaction.
    func rule(of tasks: [TaskRecord]) throws -> ProofRule {
        let paths = try photoPaths(of: tasks.map(\.id))
        return try ProofRule(of: tasks, among: transaction.photos(at: paths), reading: transaction)
    }

    /// Returns the paths of the photos about the given tasks, including photos in the trash; a photo's subject may have
    /// changed since.
    private func photoPaths(of tasks: [DocumentID]) throws -> Set<DocumentPath> {
        let known = try transaction.proofCandidates.photosByTask ?? transaction.photosOfTasks()
        transaction.proofCandidates.photosByTask = known
        return tasks.reduce(into: []) { $0.formUnion(known[$1] ?? []) }
    }

    /// Returns the error for a task that requires photo proof and has no accepted photo, with the reasons why its photos
    /// were rejected.
    func refusal(of task: TaskRecord, by rule: ProofRule, attached own: [PhotoRecord]) throws -> ReplicaError {
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
            "\(Quotation.of(photo.name)) does not prove ‘\(task.title)’: \(reason)\(others); nothing was changed",
            hint: own.isEmpty
                ? "An adult can accept it: \(.acceptProof(of: reference))"
                : "An adult can accept it, with \(.saying(.acceptance)); to attach it first: \(.attachPhoto(to: reference))"
        )
    }

    private func isImperial() throws -> Bool {
        try transaction.readableMembers(at: .family).flatMap { FamilyRecord($0) }?.units == "imperial"
    }

    /// Completes a task that requires a photo and has one that proves it.
    ///
    /// - Parameter isRestored: whether the photo was restored from the trash: the task gets its earlier completion, not
    ///   a new one by the member who restored the photo.
    /// - Returns: how the task's series continues; nil if the task stays as it is.
    @discardableResult
    func complete(_ task: DocumentID, isRestored: Bool = false) throws -> SeriesContinuation? {
        guard let record = try? transaction.tasks.record(task), record.needsPhoto, record.isOpen,
            let proof = try rule(of: [record]).proof(of: task)
        else { return nil }
        let completion =
            isRestored
            ? proof.completion(now: transaction.now)
            : Completion(at: transaction.now, by: transaction.member ?? proof.createdBy, photo: proof.id)
        try keep(completion, in: proof.id)
        return try transaction.tasks.complete(task, completion)
    }

    /// Stores a completion in the document of the photo that proves it, for when the photo is restored from the trash.
    func keep(_ completion: Completion, in photo: DocumentID) throws {
        let record = try transaction.photos.record(photo)
        let isAttachment = completion.at == record.createdAt && completion.by == record.createdBy
        let kept = isAttachment ? nil : Completion(at: completion.at, by: completion.by)
        if record.completed == kept { return }
        try transaction.writeFields(["completed": kept?.json], to: Transaction.path(of: .photo, photo))
    }

    /// Reopens a task that requires a photo but is no longer proved by one.
    ///
    /// - Returns: whether the task was complete.
    func reopenUnproven(_ task: DocumentID) throws -> Bool {
        guard let record = try? transaction.tasks.record(task), record.needsPhoto, !record.isOpen, !record.isDeleted,
            try rule(of: [record]).proof(of: task) == nil
        else { return false }
        try transaction.tasks.reopen(task)
        return true
    }
}
