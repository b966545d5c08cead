// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// The document of a photo. The files are stored outside the documents.
public struct PhotoRecord: Hashable, Sendable, Identifiable {
    /// The photo's permanent id.
    public let id: DocumentID
    /// The SHA-256 of the original, in hexadecimal.
    public let sha256: String
    /// The object id of the original in git.
    public let git: String?
    /// The object id in git of a small upright version of it.
    public let thumbnail: String?
    /// The texts of the photo's ``TextField``s.
    public let texts: [FieldName: String]
    /// The kind of the document that it is about.
    public let aboutKind: DocumentKind?
    /// The document that it is about.
    public let aboutID: DocumentID?
    /// When it was taken.
    public let takenAt: Timestamp?
    /// Where it was taken.
    public private(set) var location: PhotoLocation?
    /// The camera: maker and model.
    public let camera: String?
    /// The size of the original in bytes.
    public let bytes: Int?
    /// The media type of the original, such as `image/jpeg`.
    public let type: String?
    /// Width and height in pixels, in upright orientation.
    public let size: PixelSize?
    /// Whether the file was never examined: it may not be a picture, and proves nothing.
    public let isUnchecked: Bool
    /// An adult's verdict on it as a proof; nil if there is none.
    public let verdict: Verdict?
    /// The original, if this is an edited copy.
    public let madeFrom: DocumentID?
    /// When its picture was erased; nil if it was not.
    public let erasedAt: Timestamp?
    /// When it was attached.
    public let createdAt: Timestamp?
    /// The member who attached it; nil if the document names none.
    public let createdBy: DocumentID?
    /// Whether it is in the trash.
    public let isDeleted: Bool
    /// Whether concurrent edits of it are waiting for somebody's choice.
    public let hasConflict: Bool
    /// The fields that plugins added, by plugin and name, as stored in the document.
    public let extensions: JSONObject

    /// The members of a document that a photo is read from.
    public static let members: Set<ExactString> = TextField.members(of: .photo).union([
        "about", "attached", "bytes", "camera", "conflicts", "created", "deleted", "erased", "extensions", "git",
        "height", "id", "location", "madeFrom", "sha256", "takenAt", "thumbnail", "type", "unchecked", "verdict",
        "width",
    ])

    /// Reads a photo from the members of its document; nil if it has no id, or names no file.
    public init?(_ members: JSONObject) {
        guard let id = members.id("id"), let sha256 = members.text("sha256") else { return nil }
        self.id = id
        self.sha256 = sha256
        git = members.text("git")
        thumbnail = members.text("thumbnail")
        texts = TextField.texts(of: .photo, in: members)
        aboutKind = members["about"]?["kind"]?.stringValue.map { DocumentKind(rawValue: $0) }
        aboutID = members["about"]?["id"]?.stringValue.flatMap { DocumentID($0) }
        takenAt = members.time("takenAt")
        location = PhotoLocation(members["location"])
        camera = members.text("camera")
        bytes = members["bytes"]?.intValue
        type = members.text("type")
        size = PixelSize(width: members["width"]?.intValue, height: members["height"]?.intValue)
        isUnchecked = members["unchecked"] == true
        verdict = Verdict(members["verdict"])
        madeFrom = members.id("madeFrom")
        erasedAt = members["erased"]?.objectValue?.time("at")
        let attached = (members["attached"] ?? members["created"])?.objectValue
        createdAt = attached?.time("at")
        createdBy = attached?.id("by")
        isDeleted = members["deleted"] != nil
        hasConflict = members["conflicts"]?.objectValue?.isEmpty == false
        extensions = members["extensions"]?.objectValue ?? [:]
    }

    /// A description of what it shows.
    public var caption: String? { texts["caption"] }

    /// Its name for people: its caption, otherwise the day on which it was taken or attached.
    public var name: String {
        if let caption { return caption }
        guard let time = takenAt ?? createdAt else { return "a photo" }
        return "photo of \(time.rfc3339.prefix(10))"
    }
}

extension PhotoRecord {
    /// The photo as others may see it: if it was taken near home, its place is replaced with the point that is shown
    /// for all such places, or removed.
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
