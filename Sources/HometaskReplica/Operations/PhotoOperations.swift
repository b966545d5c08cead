// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging

/// What became of a photo that was attached.
public struct AttachedPhoto: Hashable, Sendable {
    /// The id of the photo, which is the same for the same file about the same thing on every device.
    public let id: DocumentID
    /// Whether it was there already, about the same thing, and nothing changed.
    public let wasThere: Bool
    /// The task that it completed; nil if it completed none.
    public let completed: DocumentID?
    /// How the series of that task continues.
    public let continuation: SeriesContinuation
    /// The reason why the photo does not prove its task, if the task requires a photo.
    public let objection: ProofObjection?
}

extension Transaction {
    /// The namespace of the ids of photos, a random id: `8f5d2c46-0c1e-4b7a-a8f3-62d9e1b7c054`.
    private static let photoNamespace = DocumentID(randomBytes: (0x8f5d_2c46_0c1e_4b7a, 0xa8f3_62d9_e1b7_c054))

    /// The id of the photo of a file about something. Two devices that attach one file to one thing so make one
    /// document.
    public static func photoID(sha256: String, about subject: DocumentID?) -> DocumentID {
        .derived(namespace: photoNamespace, name: "\(sha256)/\(subject?.description ?? "")")
    }

    /// Attaches a photo whose bytes are stored already. This completes a task that requires a photo.
    ///
    /// The same file about the same thing is one photo: one that is there stays as it is, and one in the trash comes
    /// back.
    ///
    /// - Parameter accepts: whether this member, an adult, accepts it as proof whatever its place and time.
    /// - Throws: `ReplicaError` where a value is not valid, the picture of that photo was erased, or a child accepts.
    @discardableResult
    public func attachPhoto(_ draft: PhotoDraft, accepts: Bool = false) throws -> AttachedPhoto {
        let path = try Self.path(of: .photo, Self.photoID(sha256: draft.files.names.sha256, about: draft.subject?.id))
        let wasThere = try document(at: path).map { !$0.isDeleted } ?? false
        let id = try keep(draft)
        guard let task = draft.subject.flatMap({ $0.kind == .task ? $0.id : nil }) else {
            return AttachedPhoto(id: id, wasThere: wasThere, completed: nil, continuation: .none, objection: nil)
        }
        if accepts { try acceptPhotos([id], of: self.task(task)) }
        let continuation = try completeByProof(task)
        return AttachedPhoto(
            id: id, wasThere: wasThere, completed: continuation == nil ? nil : task,
            continuation: continuation ?? .none, objection: try objection(to: id, of: task))
    }

    /// Why a photo does not prove a task that demands one; nil if it does, and where no photo is demanded.
    private func objection(to photo: DocumentID, of task: DocumentID) throws -> ProofObjection? {
        let record = try self.task(task)
        guard record.needsPhoto else { return nil }
        return try proofRule(of: [record]).objection(to: self.photo(photo), of: task)
    }

    /// Makes the document of a photo, or takes it out of the trash.
    func keep(_ draft: PhotoDraft) throws -> DocumentID {
        let id = Self.photoID(sha256: draft.files.names.sha256, about: draft.subject?.id)
        let path = try Self.path(of: .photo, id)
        let present = try document(at: path)
        if let present, present["erased"] != nil {
            throw ReplicaError(
                .alreadyExists, "this picture was erased from the family, so it is not attached again",
                hint: "\(.showPhoto("\(id)")) shows who erased it, and when.")
        }
        if present == nil {
            var fields: [FieldName: JSON?] = draft.extensions.byField
            for (field, value) in draft.fields { fields[field] = value }
            fields["attached"] = created
            try create(.photo, id: id, fields)
        } else {
            if present?.isDeleted == true { try change(path) { $0.restore(by: author) } }
            if let caption = draft.caption { try write(["caption": .string(caption)], to: path) }
        }
        if present?.isDeleted ?? true {
            let about = draft.subject.map { " to \(Diary.quoted($0.name))" } ?? ""
            tell("attached \(Diary.quoted(try photo(id).name))\(about)")
        }
        return id
    }

    /// Changes what a photo shows, in words; nil takes the words away.
    public func setCaption(_ caption: String?, of photo: DocumentID) throws {
        let record = try self.photo(photo)
        let changed = try write(["caption": caption.map { .string($0) }], to: Self.path(of: .photo, photo))
        if !changed.isEmpty { tell("changed the caption of \(Diary.quoted(record.name))") }
    }

    /// Puts a photo into the trash. A task that only this photo proved is reopened.
    ///
    /// - Returns: the reopened task, if any.
    @discardableResult
    public func deletePhoto(_ id: DocumentID) throws -> DocumentID? {
        let record = try photo(id)
        try change(Self.path(of: .photo, id)) { if !$0.isDeleted { $0.delete(by: author) } }
        tell("deleted \(Diary.quoted(record.name))")
        guard record.aboutKind == .task, let task = record.aboutID else { return nil }
        return try reopenUnproven(task) ? task : nil
    }

    /// Erases the picture of a photo from the family, for good: every device takes the file off its disk when it learns
    /// of it. The document stays and says who erased it; what it proves, it still proves.
    ///
    /// - Returns: the photos of the same file, which are erased as well, this one among them.
    @discardableResult
    public func erasePhoto(_ id: DocumentID) throws -> [DocumentID] {
        let record = try photo(id)
        var same: [DocumentID] = []
        try forEachMembers(of: .photo, selecting: ["erased", "id", "sha256"]) { _, members in
            guard members["sha256"]?.stringValue == record.sha256, members["erased"] == nil,
                let id = members["id"]?.stringValue.flatMap({ DocumentID($0) })
            else { return }
            same.append(id)
        }
        for id in same {
            let path = try Self.path(of: .photo, id)
            let isDeleted = try photo(id).isDeleted
            try write(["erased": created], to: path)
            // An edit takes a document out of the trash.
            if isDeleted { try change(path) { if !$0.isDeleted { $0.delete(by: author) } } }
        }
        if !same.isEmpty { tell("erased \(Diary.quoted(record.name))") }
        return same
    }

    /// Takes a photo out of the trash. This completes a task that requires a photo.
    public func restorePhoto(_ id: DocumentID) throws {
        let record = try photo(id)
        try change(Self.path(of: .photo, id)) { $0.restore(by: author) }
        tell("restored \(Diary.quoted(record.name))")
        if record.aboutKind == .task, let task = record.aboutID { try completeByProof(task) }
    }

    /// The photo as it is written in the transaction.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func photo(_ id: DocumentID) throws -> PhotoRecord {
        guard let document = try document(at: Self.path(of: .photo, id)), let record = PhotoRecord(document.shown)
        else {
            throw ReplicaError(.notFound, "there is no photo #\(id)")
        }
        return record
    }
}

extension Transaction {
    /// What a photo is about; nil if that is nothing, or is not here.
    public func subject(of photo: PhotoRecord) throws -> Subject? { try subject(photo.aboutKind, photo.aboutID) }

    /// The document that a field `about` names; nil if that is nothing, or is not here.
    func subject(_ kind: DocumentKind?, _ id: DocumentID?) throws -> Subject? {
        guard let id else { return nil }
        switch kind {
        case .task: return try? Subject(task(id))
        case .pin: return try? Subject(pin(id))
        case .note: return try? Subject(note(id))
        case .hunt: return try? Subject(hunt(id))
        case .photo: return try? Subject(photo(id))
        default: return nil
        }
    }
}
