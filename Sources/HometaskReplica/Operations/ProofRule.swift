// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskMerging

/// Which photos prove that tasks were done.
///
/// Invariant: a task that demands a photo, and is not in the trash, is complete exactly while a photo proves it. Every
/// command keeps to it, and what came together in a merge is settled by an author that follows from the documents, so
/// that devices which do it apart write the same bytes.
struct ProofRule {
    /// The photos that prove each task, the first one first.
    private let photos: [DocumentID: [PhotoRecord]]

    /// Reads the photos about some tasks.
    init(of tasks: Set<DocumentID>, reading reader: any DocumentReader) throws {
        var photos: [DocumentID: [PhotoRecord]] = [:]
        try reader.forEachMembers(of: .photo, selecting: Self.members) { _, members in
            guard let about = members["about"], about["kind"] == "task",
                let task = about["id"]?.stringValue.flatMap({ DocumentID($0) }), tasks.contains(task),
                let photo = PhotoRecord(members), !photo.isDeleted
            else { return }
            photos[task, default: []].append(photo)
        }
        self.photos = photos.mapValues { $0.sorted { Self.order($0) < Self.order($1) } }
    }

    private static let members: Set<ExactString> = [
        "about", "attached", "created", "deleted", "id", "sha256", "unchecked",
    ]

    private static func order(_ photo: PhotoRecord) -> (Int64, DocumentID) {
        (photo.createdAt?.seconds ?? .max, photo.id)
    }

    /// The photo that proves a task, as whoever attached it completed it: the first of several; nil where none does.
    func proof(of task: DocumentID) -> PhotoRecord? { photos[task]?.first }

    /// Whether a photo is among those that prove a task.
    func isProof(_ photo: DocumentID?, of task: DocumentID) -> Bool {
        photos[task]?.contains { $0.id == photo } ?? false
    }
}

extension DocumentReader {
    /// Whether `settleProofs(changed:)` may have something to do after some documents came: cheap where no photo came, and no
    /// task that demands one.
    public func mayHaveProofsToSettle(changed: [DocumentPath]) throws -> Bool {
        try changed.contains { path in
            if path.kind == .photo { return true }
            guard path.kind == .task else { return false }
            return try readableMembers(at: path)?.text("proof") == "photo"
        }
    }

    /// The members of a document; nil where there is none, or none that can be read as one.
    public func readableMembers(at path: DocumentPath) throws -> JSONObject? {
        do {
            return try bytes(at: path).flatMap { try? JSONObject.parse($0) }
        } catch let error as ReplicaError where error.code == .unreadableDocument {
            return nil
        }
    }
}

extension Transaction {
    /// Marks a task as done, with photos attached to it; one that demands a photo is refused without.
    ///
    /// - Returns: how its series goes on.
    /// - Throws: `ReplicaError` (`forbidden`) where nothing proves it.
    @discardableResult
    public func complete(
        _ task: DocumentID, _ completion: Completion, provenBy photos: [PhotoDraft]
    ) throws -> SeriesContinuation {
        let record = try self.task(task)
        var completion = completion
        for var draft in photos {
            draft.subject = Subject(record)
            let photo = try keep(draft)
            if completion.photo == nil { completion.photo = photo }
        }
        if record.needsPhoto, completion.photo == nil {
            guard let proof = try ProofRule(of: [task], reading: self).proof(of: task) else {
                let reference = "'#\(task.description.prefix(8))'"
                throw ReplicaError(
                    .forbidden, "‘\(record.title)’ is done once a photo is attached to it; nothing was changed",
                    hint: "Attach one: hometask done \(reference) --photo FILE")
            }
            completion.photo = proof.id
        }
        return try complete(task, completion)
    }

    /// Completes a task that demands a photo and has one.
    ///
    /// - Returns: how its series goes on; nil where the task stays as it is.
    @discardableResult
    func completeByProof(_ task: DocumentID) throws -> SeriesContinuation? {
        guard let record = try? self.task(task), record.needsPhoto, record.isOpen,
            let proof = try ProofRule(of: [task], reading: self).proof(of: task)
        else { return nil }
        return try complete(task, Completion(at: now, by: member ?? proof.createdBy, photo: proof.id))
    }

    /// Opens a task again that demands a photo and has none any more.
    ///
    /// - Returns: whether it was complete.
    func reopenUnproven(_ task: DocumentID) throws -> Bool {
        guard let record = try? self.task(task), record.needsPhoto, !record.isOpen, !record.isDeleted,
            try ProofRule(of: [task], reading: self).proof(of: task) == nil
        else { return false }
        try reopen(task)
        return true
    }

    /// Makes tasks that demand a photo complete or open, as the photos have it, after documents came or were changed by
    /// other means than a command of their own.
    ///
    /// - Parameter changed: the documents in question; others stay as they are.
    /// - Returns: the tasks that were completed and opened, for the family's diary.
    @discardableResult
    public func settleProofs(changed: [DocumentPath]) throws -> [DocumentID] {
        let tasks = try provable(changed)
        if tasks.isEmpty { return [] }
        let rule = try ProofRule(of: Set(tasks), reading: self)
        return try tasks.filter { try settleProof(of: $0, by: rule) }
    }

    /// The tasks that demand a photo and may have gained or lost it.
    private func provable(_ changed: [DocumentPath]) throws -> [DocumentID] {
        var ids: Set<DocumentID> = []
        for path in changed {
            switch path.kind {
            case .task: if let id = path.id { ids.insert(id) }
            case .photo:
                let about = (try? document(at: path))?["about"]
                if about?["kind"] == "task", let id = about?["id"]?.stringValue.flatMap({ DocumentID($0) }) {
                    ids.insert(id)
                }
            default: break
            }
        }
        return ids.filter { id in
            guard let record = try? task(id) else { return false }
            return record.needsPhoto && !record.isDeleted
        }.sorted()
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
        guard after != before else { return false }
        try stage(after, changedFrom: before, at: path, follows: true)
        let title = Diary.quoted(Self.name(of: before))
        tell(
            proof == nil
                ? "reopened \(title), which no photo proves any more" : "completed \(title), which a photo proves")
        if proof == nil { try withdrawSuccessor(of: task) } else { try continueSeries(after: task) }
        return true
    }
}
