// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskMerging

/// The document of a photo. The files are stored outside the documents.
public struct PhotoRecord: DocumentRecord {
    /// The kind of the documents.
    public static let kind = DocumentKind.photo

    /// The fields common to all kinds.
    public let common: CommonFields
    /// The SHA-256 of the original, in hexadecimal.
    public let sha256: String
    /// The git object id of the original.
    public let git: String?
    /// The git object id of the thumbnail, in upright orientation.
    public let thumbnail: String?
    /// When the photo was taken.
    public let takenAt: Timestamp?
    /// Where the photo was taken.
    public private(set) var location: PhotoLocation?
    /// The camera: maker and model.
    public let camera: String?
    /// The size of the original in bytes.
    public let bytes: Int?
    /// The media type of the original, such as `image/jpeg`.
    public let type: String?
    /// Width and height in pixels, in upright orientation.
    public let size: PixelSize?
    /// Whether the file was never examined. It may not be an image, and proves nothing.
    public let isUnchecked: Bool
    /// An adult's verdict on it as a proof; nil if there is none.
    public let verdict: Verdict?
    /// The original, if this is an edited copy.
    public let madeFrom: DocumentID?
    /// The completion of the task that it proved, if its time or member differs from that of the attachment; otherwise
    /// nil.
    public let completed: Completion?
    /// When its picture was erased; nil if it was not.
    public let erasedAt: Timestamp?

    /// The members of a document that a photo is read from.
    public static let members: Set<ExactString> = CommonFields.members(of: kind).union([
        "attached", "bytes", "camera", "completed", "erased", "git", "height", "location", "madeFrom", "sha256",
        "takenAt", "thumbnail", "type", "unchecked", "verdict", "width",
    ])

    /// Reads a photo from the members of its document; nil if it has no id, or names no file.
    public init?(_ members: JSONObject) {
        let creation: ExactString = members["attached"] == nil ? "created" : "attached"
        guard let common = CommonFields(members, of: Self.kind, creation: creation),
            let sha256 = members.text("sha256")
        else { return nil }
        self.common = common
        self.sha256 = sha256
        git = members.text("git")
        thumbnail = members.text("thumbnail")
        takenAt = members.time("takenAt")
        location = PhotoLocation(members["location"])
        camera = members.text("camera")
        bytes = members["bytes"]?.intValue
        type = members.text("type")
        size = PixelSize(width: members["width"]?.intValue, height: members["height"]?.intValue)
        isUnchecked = members["unchecked"] == true
        verdict = Verdict(members["verdict"])
        madeFrom = members.id("madeFrom")
        completed = Completion(members["completed"])
        erasedAt = members["erased"]?.objectValue?.time("at")
    }

    /// Returns the completion of the task that the photo proves, if the task's own completion is unknown: the
    /// completion that the photo proved before, or else one at the time of its attachment, by the member who attached
    /// it.
    ///
    /// - Parameter now: the time if the document does not say when it was attached.
    package func completion(now: Timestamp) -> Completion {
        Completion(at: completed?.at ?? createdAt ?? now, by: completed?.by ?? createdBy, photo: id)
    }

    /// A description of what it shows.
    public var caption: String? { texts["caption"] }

    /// The display name: its caption, otherwise the day on which it was taken or attached.
    public var name: String {
        if let caption { return caption }
        guard let time = takenAt ?? createdAt else { return "a photo" }
        return "photo of \(time.rfc3339.prefix(10))"
    }
}

extension PhotoRecord {
    /// Returns the photo in a form that can be shared: if it was taken near home, its place is replaced with the point
    /// shown for all such places, or removed.
    public func hiding(_ zone: HomeZone) -> PhotoRecord {
        guard let location, zone.contains(location.coordinates) else { return self }
        var photo = self
        photo.location = zone.shown.map {
            PhotoLocation($0.coordinates, accuracy: $0.accuracy, source: location.source)
        }
        return photo
    }
}

/// Width and height of a picture.
public struct PixelSize: Hashable, Sendable {
    /// The width in pixels, 1 or more.
    public let width: Int
    /// The height in pixels, 1 or more.
    public let height: Int

    /// Creates a size; nil if a number is missing, or not positive.
    public init?(width: Int?, height: Int?) {
        guard let width, let height, width > 0, height > 0 else { return nil }
        self.width = width
        self.height = height
    }
}

extension PhotoRecord {
    /// The maximum time between taking a photo and the device's measurement of the place, in seconds.
    private static let placeLifetime: Int64 = 3_600

    /// Returns the objection if the photo's place does not prove that it was taken near a point: within a maximum
    /// distance, in metres. Nil if it does.
    public func objection(near centre: Coordinates, within: Double) -> ProofObjection? {
        guard let location else { return .noPlace }
        switch location.source {
        case .hand: return .placeByHand
        case .device:
            guard let takenAt, let measured = location.time,
                abs(takenAt.seconds - measured.seconds) <= Self.placeLifetime
            else { return .placeOfAnotherTime }
        case .exif, nil: break
        }
        if let accuracy = location.accuracy, accuracy > within { return .coarse(accuracy: accuracy, within: within) }
        let distance = location.coordinates.distance(to: centre)
        return distance > within ? .far(distance: distance, within: within) : nil
    }
}
