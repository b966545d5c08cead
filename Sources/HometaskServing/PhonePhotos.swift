// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskMerging
public import HometaskReplica

/// Attaches photos from phones, and serves photos to them.
///
/// A phone uploads a photo file and names the photo's subject. The server writes the document in the name of the
/// phone's member, with the same operation as the command. A separate program reads the size, time and place from the
/// file. If the phone captured the photo, or the file has no place, the phone's reported position is recorded and
/// marked as such.
public struct PhonePhotos: Sendable {
    private let storage: any DocumentStorage & PhotoStorage
    private let clock: @Sendable () -> Timestamp
    private let report: @Sendable (String) -> Void

    /// Creates the photos of a family.
    ///
    /// - Parameters:
    ///   - storage: the family's documents and photo files.
    ///   - clock: the server's time.
    ///   - report: receives the failure, with the files affected, whenever the family cannot be read or written.
    public init(
        of storage: any DocumentStorage & PhotoStorage, clock: @escaping @Sendable () -> Timestamp,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.storage = storage
        self.clock = clock
        self.report = report
    }

    /// The outcome of attaching a photo.
    public struct Outcome: Hashable, Sendable {
        /// The id of the photo's document, derived from the file and the subject.
        public let photo: DocumentID
        /// The task that the photo completed; nil if none.
        public var completed: DocumentID?
        /// A message explaining why the photo does not prove a task that requires a photo; nil if there is no
        /// objection.
        public var objection: String?
    }

    /// Returns the outcome for a photo that is already attached and complete; otherwise nil.
    ///
    /// A photo is incomplete if its file is not on this machine, or could not be examined on arrival.
    ///
    /// - Throws: ``ExchangeFault`` if the photo cannot be attached, whatever its file: `missing` if the subject is not
    ///   in the family, `forbidden` if the member may not attach the photo.
    public func attached(
        _ attachment: PhotoAttachment, by member: DocumentID
    ) async throws(ExchangeFault) -> Outcome? {
        try await translating {
            guard let photo = try await record(attachment.id) else {
                try await storage.read { reader in try check(attachment, by: member, reading: reader) }
                return nil
            }
            let isHeld = try await !storage.heldPhotos(among: [photo]).isEmpty
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

    /// Attaches a photo, completing a task that requires one.
    ///
    /// - Parameters:
    ///   - attachment: the phone's description of the photo, such as its subject and caption.
    ///   - original: the photo file, whose digest must be that of the attachment.
    ///   - found: the result of examining the file; nil if the examination failed, in which case the photo proves
    ///     nothing.
    ///   - member: the phone's member, in whose name the photo is attached.
    /// - Throws: ``ExchangeFault``: `request` if the file is not a photo, `missing` if the subject is absent.
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
                // The file of a rejected photo will never be synced.
                try? await storage.releasePhotos([draft])
                throw error
            }
        }
    }

    /// The maximum difference in seconds between the file's time and the position's time for the position to apply.
    private static let tolerance: Int64 = 3600

    /// Returns the place of a photo. The phone's position takes precedence if the phone captured the photo and the file
    /// has a time; otherwise the file's place does.
    private func place(of attachment: PhotoAttachment, _ found: ExaminedPhoto?) -> PhotoLocation? {
        let position = position(of: attachment, found)
        let isOfPhone = attachment.isCaptured && found?.details.takenAt != nil
        return isOfPhone ? position ?? found?.place : found?.place ?? position
    }

    /// Returns the phone's position when the photo was taken; nil if it is absent, or if its time is in the future or
    /// far from the file's time.
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

    /// Returns the thumbnail of a photo, with its media type; nil if it is not on this machine or not an image.
    public func thumbnail(of photo: DocumentID) async throws(ExchangeFault) -> (bytes: [UInt8], type: String)? {
        try await translating {
            guard let record = try await record(photo), let bytes = try await storage.thumbnail(of: record) else {
                return nil
            }
            return Self.picture(bytes)
        }
    }

    /// Returns the original of a photo, with its media type and its SHA-256 in hexadecimal; nil if it is not on this
    /// machine.
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

    /// Returns an image file with the media type detected from its first bytes, not the one in the document.
    private static func picture(_ bytes: [UInt8]) -> (bytes: [UInt8], type: String)? {
        PictureFormat(bytes).map { (bytes, $0.type) }
    }

    /// Returns the record of a photo; nil if there is none, or if the photo is in the trash or erased.
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

    /// Returns the code that a phone receives for an error. All problems of this machine are reported as `unavailable`,
    /// so that they reveal nothing about the machine.
    static func code(of error: ReplicaError) -> ExchangeFault.Code {
        switch error.code {
        case .forbidden, .adultsOnly, .alreadyExists: .forbidden
        case .invalidValue, .invalidRequest: .request
        case .notFound: .missing
        default: .unavailable
        }
    }
}

/// The result of examining a photo's file.
public struct ExaminedPhoto: Hashable, Sendable {
    let details: PhotoDetails
    /// A thumbnail, upright and without metadata.
    let thumbnail: [UInt8]

    /// Creates the result of an examination.
    public init(_ details: PhotoDetails, thumbnail: [UInt8]) {
        self.details = details
        self.thumbnail = thumbnail
    }

    /// The place where the photo was taken, according to the file.
    var place: PhotoLocation? {
        details.coordinates.map { PhotoLocation($0, accuracy: details.accuracy, source: .exif) }
    }
}
