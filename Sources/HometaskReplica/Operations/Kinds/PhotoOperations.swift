// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging

/// The result of attaching a photo.
public struct AttachedPhoto: Hashable, Sendable {
    /// The id of the photo, which is the same on every device for the same file and subject.
    public let id: DocumentID
    /// Whether the photo was already attached to the same subject, so that nothing changed.
    public let wasThere: Bool
    /// The task that the photo completed; nil if it completed none.
    public let completed: DocumentID?
    /// The continuation of that task's series.
    public let continuation: SeriesContinuation
    /// The reason why the photo does not prove its task, if the task requires a photo.
    public let objection: ProofObjection?
}

/// Attaches, changes, deletes, erases and restores photos.
public struct PhotoOperations {
    let transaction: Transaction

    /// The namespace of the ids of photos, a random id: `8f5d2c46-0c1e-4b7a-a8f3-62d9e1b7c054`.
    private static let namespace = DocumentID(randomBytes: (0x8f5d_2c46_0c1e_4b7a, 0xa8f3_62d9_e1b7_c054))

    /// Derives the id of the photo for a file and a subject. If two devices attach the same file to the same subject,
    /// they create one document.
    public static func id(sha256: String, about subject: DocumentID?) -> DocumentID {
        .derived(namespace: namespace, name: "\(sha256)/\(subject?.description ?? "")")
    }

    /// Attaches a photo whose bytes are already stored. This completes a task that requires a photo. With `accepts`,
    /// this member, an adult, accepts the photo as proof whatever its place and time.
    ///
    /// The same file with the same subject is one photo: an existing photo is unchanged, a photo in the trash is
    /// restored, and a photo that was not examined before gets the details found in the file since.
    ///
    /// - Throws: `ReplicaError` if a value is invalid, the photo's picture was erased, or a child tries to accept the
    ///   photo.
    @discardableResult
    public func attach(_ draft: PhotoDraft, accepts: Bool = false) throws -> AttachedPhoto {
        let path = try Transaction.path(of: .photo, Self.id(sha256: draft.files.names.sha256, about: draft.subject?.id))
        let wasThere = try transaction.document(at: path).map { !$0.isDeleted } ?? false
        let id = try keep(draft)
        guard let task = draft.subject.flatMap({ $0.kind == .task ? $0.id : nil }) else {
            return AttachedPhoto(id: id, wasThere: wasThere, completed: nil, continuation: .none, objection: nil)
        }
        if accepts { try transaction.verdicts.acceptPhotos([id], of: transaction.tasks.record(task)) }
        let continuation = try transaction.proofs.complete(task)
        return AttachedPhoto(
            id: id, wasThere: wasThere, completed: continuation == nil ? nil : task,
            continuation: continuation ?? .none, objection: try objection(to: id, of: task))
    }

    /// Returns why a photo does not prove a task that requires a photo; nil if it does, or if none is required.
    private func objection(to photo: DocumentID, of task: DocumentID) throws -> ProofObjection? {
        let record = try transaction.tasks.record(task)
        guard record.needsPhoto else { return nil }
        return try transaction.proofs.rule(of: [record]).objection(to: self.record(photo), of: task)
    }

    /// Creates the document of a photo, or restores it from the trash.
    func keep(_ draft: PhotoDraft) throws -> DocumentID {
        let id = Self.id(sha256: draft.files.names.sha256, about: draft.subject?.id)
        let path = try Transaction.path(of: .photo, id)
        let present = try transaction.document(at: path)
        if let present, present["erased"] != nil {
            throw ReplicaError(
                .alreadyExists, "this picture was erased from the family, so it is not attached again",
                hint: "\(.showPhoto("\(id)")) shows who erased it, and when.")
        }
        if present == nil {
            var fields: [FieldName: JSON?] = draft.fields.mapValues { $0 }
            fields["attached"] = transaction.created
            try transaction.create(.photo, id: id, fields: fields)
        } else {
            if present?.isDeleted == true { try transaction.trash.moveOut(path) }
            if present?["unchecked"] != nil, draft.details != nil { try complete(path, from: draft) }
            if !draft.values.isEmpty { try transaction.writeFields(draft.values.mapValues { $0 }, to: path) }
        }
        if present?.isDeleted ?? true {
            let about = draft.subject.map { " to \(CommitMessage.quoted($0.name))" } ?? ""
            transaction.describe("attached \(CommitMessage.quoted(try record(id).name))\(about)")
        }
        return id
    }

    /// Writes the details found in the file of a photo that could not be examined when it was attached.
    private func complete(_ path: DocumentPath, from draft: PhotoDraft) throws {
        var fields: [FieldName: JSON?] = draft.fields.mapValues { $0 }
        for field: FieldName in ["about", "madeFrom", "sha256"] { fields[field] = nil }
        for field in draft.values.keys { fields[field] = nil }
        fields.updateValue(nil, forKey: "unchecked")
        try transaction.writeFields(fields, to: path)
    }

    /// Changes a photo's fields, such as its caption.
    public func edit(_ id: DocumentID, _ change: FieldChange) throws {
        let record = try record(id)
        let path = try Transaction.path(of: .photo, id)
        let changed = try transaction.writeFields(change.values(at: path, in: transaction), to: path)
        if changed.isEmpty { return }
        let names = changed.map(\.words).list(with: "and")
        transaction.describe("changed the \(names) of \(CommitMessage.quoted(record.name))")
    }

    /// Puts a photo into the trash. A task that only this photo proved is reopened.
    ///
    /// - Returns: the reopened task, if any.
    @discardableResult
    public func delete(_ id: DocumentID) throws -> DocumentID? {
        let record = try record(id)
        try transaction.trash.moveIn(Transaction.path(of: .photo, id))
        transaction.describe("deleted \(CommitMessage.quoted(record.name))")
        guard record.aboutKind == .task, let task = record.aboutID else { return nil }
        return try transaction.proofs.reopenUnproven(task) ? task : nil
    }

    /// Erases the picture of a photo from the family for good: every device removes the file from its disk when it
    /// receives this change. The document stays and names the member who erased it; the photo remains valid as proof.
    ///
    /// - Returns: the photos of the same file, including this one, which are all erased.
    @discardableResult
    public func erase(_ id: DocumentID) throws -> [DocumentID] {
        let record = try record(id)
        var same: [DocumentID] = []
        try transaction.forEachMembers(of: .photo, selecting: ["erased", "id", "sha256"]) { _, members in
            guard members["sha256"]?.stringValue == record.sha256, members["erased"] == nil,
                let id = members["id"]?.stringValue.flatMap({ DocumentID($0) })
            else { return }
            same.append(id)
        }
        for id in same {
            let path = try Transaction.path(of: .photo, id)
            let isDeleted = try self.record(id).isDeleted
            try transaction.writeFields(["erased": transaction.created], to: path)
            // An edit restores a document from the trash.
            if isDeleted { try transaction.trash.moveIn(path) }
        }
        if !same.isEmpty { transaction.describe("erased \(CommitMessage.quoted(record.name))") }
        return same
    }

    /// Restores a photo from the trash. This completes a task that requires a photo, with the time and member of its
    /// earlier completion.
    public func restore(_ id: DocumentID) throws {
        let record = try record(id)
        try transaction.trash.moveOut(Transaction.path(of: .photo, id))
        transaction.describe("restored \(CommitMessage.quoted(record.name))")
        if record.aboutKind == .task, let task = record.aboutID {
            try transaction.proofs.complete(task, isRestored: true)
        }
    }

    /// Returns the photo, with the changes of the transaction.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func record(_ id: DocumentID) throws -> PhotoRecord {
        try transaction.record(of: .photo, id) { PhotoRecord($0) }
    }

    /// Returns the subject of a photo; nil if the photo has none, or if the subject is not on this device.
    public func subject(of photo: PhotoRecord) throws -> Subject? {
        try SubjectLookup(transaction: transaction).subject(photo.aboutKind, photo.aboutID)
    }

    /// Returns a photo's possible subject by kind and id; nil if the subject is not on this device.
    package func subject(_ kind: DocumentKind, _ id: DocumentID) throws -> Subject? {
        try SubjectLookup(transaction: transaction).subject(kind, id)
    }
}
