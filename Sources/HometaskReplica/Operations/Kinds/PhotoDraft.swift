// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskMerging

/// A photo that is about to be attached. Its bytes are already stored.
public struct PhotoDraft: Hashable, Sendable {
    /// The stored files of the photo.
    public var files: KeptPhoto
    /// The size of the original in bytes.
    public var bytes: Int
    /// The media type of the original.
    public var type: String
    /// The results of examining the file; nil if it was not examined.
    public var details: PhotoDetails?
    /// The document that the photo is attached to, such as a task; nil for none.
    public var subject: Subject?
    /// The place where the photo was taken; nil if unknown or not to be recorded.
    public var location: PhotoLocation?
    /// The original, if this is an edited copy.
    public var madeFrom: DocumentID?
    /// The values of the photo's other fields: the texts of `TextField`s, such as its caption, and the fields of
    /// plugins.
    public var values: [FieldName: JSON] = [:]

    /// Creates a draft of a photo whose file is stored; everything optional starts empty.
    public init(_ files: KeptPhoto, bytes: Int, type: String) {
        self.files = files
        self.bytes = bytes
        self.type = type
    }

    /// The values by field, without empty ones.
    var fields: [FieldName: JSON] {
        var fields = values
        fields["sha256"] = .string(files.names.sha256)
        fields["git"] = .string(files.names.git)
        fields["bytes"] = .number(JSONNumber(bytes))
        fields["type"] = .string(type)
        fields["thumbnail"] = files.thumbnail.map { .string($0) }
        fields["about"] = subject?.json
        fields["location"] = location?.json
        fields["madeFrom"] = madeFrom.map { .string($0.description) }
        guard let details else {
            fields["unchecked"] = true
            return fields
        }
        fields["width"] = .number(JSONNumber(details.size.width))
        fields["height"] = .number(JSONNumber(details.size.height))
        fields["takenAt"] = details.takenAt.map { .string($0.rfc3339) }
        fields["camera"] = details.camera.map { .string($0) }
        return fields
    }
}

/// The results of examining the file of a photo.
public struct PhotoDetails: Hashable, Sendable {
    /// The size of the upright picture.
    public var size: PixelSize
    /// The time when the photo was taken.
    public var takenAt: Timestamp?
    /// The place where the photo was taken, according to the file.
    public var coordinates: Coordinates?
    /// The maximum error of the place, in metres.
    public var accuracy: Double?
    /// The camera: maker and model.
    public var camera: String?

    /// Creates details with only the size; other values are nil.
    public init(size: PixelSize) {
        self.size = size
    }
}
