// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskMerging
public import HometaskReplica

/// The photos that phones attach, and those that they show.
///
/// A phone sends the file of a photo and says what it is attached to. The document is written here, in the name of the
/// phone's member, by the same operation as that of the command. Size, time and place in the file are found by a program
/// that examines it. Where a file has no place, the phone's word for where it was is recorded as such.
public struct PhonePhotos: Sendable {
    private let storage: any DocumentStorage & PhotoStorage
    private let clock: @Sendable () -> Timestamp
    private let report: @Sendable (String) -> Void

    /// Creates the photos of a family.
    ///
    /// - Parameters:
    ///   - clock: the time.
    ///   - report: gets what has failed whenever the family cannot be read or written, with the files that it is about.
    public init(
        of storage: any DocumentStorage & PhotoStorage, clock: @escaping @Sendable () -> Timestamp,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.storage = storage
        self.clock = clock
        self.report = report
    }

    /// What became of a photo.
    public struct Outcome: Hashable, Sendable {
        /// The id of its document, which is the same for the same file and subject.
        public let photo: DocumentID
        /// The task that it completed; nil if it completed none.
        public var completed: DocumentID?
        /// Why it does not prove its task, if the task requires a photo; in words.
        public var objection: String?
    }

    /// The outcome of attaching a photo that is attached already and complete; nil if it is not.
    ///
    /// It is not complete if its file is not on this machine, or could not be examined when it came.
    ///
    /// - Throws: ``ExchangeFault`` if the photo cannot be attached, whatever its file is: `missing` if what it is
    ///   attached to is not in the family, `forbidden` if the member may not attach it.
    public func attached(
        _ attachment: PhotoAttachment, by member: DocumentID
    ) async throws(ExchangeFault) -> Outcome? {
        try await translating {
            guard let photo = try await record(attachment.id) else {
                try await storage.read { reader in try check(attachment, by: member, reading: reader) }
                return nil
            }
            let isHeld = try await !storage.held([photo]).isEmpty
            return isHeld && !photo.isUnchecked ? Outcome(photo: photo.id) : nil
        }
    }

    /// Checks that a member may attach a photo.
    private func check(_ attachment: PhotoAttachment, by member: DocumentID, reading reader: DocumentReader) throws {
        if let about = attachment.about, let path = DocumentPath(kind: about.kind, id: about.id) {
            guard let subject = try reader.document(at: path) else {
                throw ExchangeFault(.missing, "the \(about.kind.rawValue) of the photo is not in the family (yet)")
            }
            guard !subject.isDeleted else {
                throw ExchangeFault(.forbidden, "the \(about.kind.rawValue) of the photo is in the trash")
            }
        }
        guard let path = DocumentPath(kind: .photo, id: attachment.id), let photo = try reader.document(at: path),
            photo.isDeleted
        else { return }
        let record = try reader.currentMember(member)
        let owner = photo["attached"]?["by"]?.stringValue.flatMap { DocumentID($0) }
        if let owner, let record, try reader.currentMember(owner)?.id == record.id { return }
        if record?.isChild ?? true {
            throw ExchangeFault(.forbidden, "the photo is in the trash, and only an adult may restore it")
        }
    }

    /// Attaches a photo; it completes a task that requires one.
    ///
    /// - Parameters:
    ///   - original: the file, whose digest is the one of the attachment.
    ///   - found: what was found in it; nil if it could not be examined, so that it proves nothing.
    /// - Throws: ``ExchangeFault``: `request` if it is not a photo, `missing` if what it is attached to is not there.
    public func attach(
        _ attachment: PhotoAttachment, original: [UInt8], found: ExaminedPhoto?, for member: DocumentID
    ) async throws(ExchangeFault) -> Outcome {
        guard let format = PictureFormat(original) else {
            throw ExchangeFault(.request, "the file is not a photo: it should be JPEG, PNG, WebP, HEIC or TIFF")
        }
        return try await translating {
            let kept = try await storage.keepPhotos([PhotoFile(original: original, thumbnail: found?.thumbnail)])[0]
            var draft = PhotoDraft(kept, bytes: original.count, type: format.type)
            draft.details = found?.details
            draft.values["caption"] = attachment.caption.map { .string($0) }
            draft.location = place(of: attachment, found)
            do {
                return try await attachPhoto(draft, attachment, for: member)
            } catch {
                // Nobody is ever sent a photo that was not accepted.
                try? await storage.releasePhotos([draft])
                throw error
            }
        }
    }

    /// The number of seconds between the time in a file and that of a position, beyond which the two are of two places.
    private static let tolerance: Int64 = 3600

    /// Where a photo was taken. The phone knows best if it took the photo itself, and its file confirms the time; of any
    /// other photo, its file does.
    private func place(of attachment: PhotoAttachment, _ found: ExaminedPhoto?) -> PhotoLocation? {
        let position = position(of: attachment, found)
        let isOfPhone = attachment.isCaptured && found?.details.takenAt != nil
        return isOfPhone ? position ?? found?.place : found?.place ?? position
    }

    /// Where the phone was when the photo was taken; nil if it did not say so, or at another time than the file has.
    private func position(of attachment: PhotoAttachment, _ found: ExaminedPhoto?) -> PhotoLocation? {
        guard let position = attachment.position, let time = position.time,
            time.seconds <= clock().seconds + Self.tolerance
        else { return nil }
        if let taken = found?.details.takenAt, abs(taken.seconds - time.seconds) > Self.tolerance { return nil }
        return position
    }

    private func attachPhoto(
        _ draft: PhotoDraft, _ attachment: PhotoAttachment, for member: DocumentID
    ) async throws -> Outcome {
        try await storage.write(command: "phone photo") { transaction in
            _ = try transaction.received.act(for: member)
            try check(attachment, by: member, reading: transaction)
            var draft = draft
            if let about = attachment.about {
                draft.subject = try transaction.photos.subject(about.kind, about.id)
            }
            let attached = try transaction.photos.attach(draft)
            return Outcome(
                photo: attached.id, completed: attached.completed, objection: attached.objection?.reason())
        }.result
    }

    // MARK: Showing

    /// The thumbnail of a photo, with its media type; nil if there is none here, or it is no picture.
    public func thumbnail(of photo: DocumentID) async throws(ExchangeFault) -> (bytes: [UInt8], type: String)? {
        try await translating {
            guard let record = try await record(photo), let bytes = try await storage.thumbnail(of: record) else {
                return nil
            }
            return Self.picture(bytes)
        }
    }

    /// The original of a photo, with its media type and the SHA-256 of its bytes in hexadecimal digits; nil if it is not on
    /// this machine.
    public func original(
        of photo: DocumentID
    ) async throws(ExchangeFault) -> (bytes: [UInt8], type: String, sha256: String)? {
        try await translating {
            guard let record = try await record(photo), let bytes = try await storage.original(of: record) else {
                return nil
            }
            return Self.picture(bytes).map { ($0.bytes, $0.type, record.sha256) }
        }
    }

    /// A file of a picture with the type that its first bytes tell, whatever a document says.
    private static func picture(_ bytes: [UInt8]) -> (bytes: [UInt8], type: String)? {
        PictureFormat(bytes).map { (bytes, $0.type) }
    }

    /// The record of a photo that is neither in the trash nor erased; nil if there is none.
    private func record(_ id: DocumentID) async throws -> PhotoRecord? {
        guard let path = DocumentPath(kind: .photo, id: id) else { return nil }
        let photo = try await storage.read { reader in
            try reader.document(at: path).flatMap { PhotoRecord($0.shown) }
        }
        return photo.flatMap { $0.isDeleted || $0.erasedAt != nil ? nil : $0 }
    }

    private func translating<Result: Sendable>(
        _ body: () async throws -> Result
    ) async throws(ExchangeFault) -> Result {
        do {
            return try await body()
        } catch let fault as ExchangeFault {
            throw fault
        } catch let error as ReplicaError {
            let code = Self.code(of: error)
            throw code == .unavailable
                ? ExchangeFault.unavailable(error.message, telling: report) : ExchangeFault(code, error.message)
        } catch {
            throw ExchangeFault.unavailable("\(error)", telling: report)
        }
    }

    /// The code that a phone receives for an error. Problems of this machine are all reported as `unavailable`, so that
    /// they reveal nothing about it.
    static func code(of error: ReplicaError) -> ExchangeFault.Code {
        switch error.code {
        case .forbidden, .adultsOnly, .alreadyExists: .forbidden
        case .invalidValue, .invalidRequest: .request
        case .notFound: .missing
        default: .unavailable
        }
    }
}
