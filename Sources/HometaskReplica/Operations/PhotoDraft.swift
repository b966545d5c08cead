// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging

/// A photo that is about to be attached. Its bytes are stored already.
public struct PhotoDraft: Hashable, Sendable {
    /// Where its files are kept.
    public var files: KeptPhoto
    /// The size of the original in bytes.
    public var bytes: Int
    /// The media type of the original.
    public var type: String
    /// What was found in the file; nil if nothing looked into it.
    public var details: PhotoDetails?
    /// What it shows, in words.
    public var caption: String?
    /// What it is about.
    public var subject: Subject?
    /// Where it was taken; nil if that is not known, or not to be known.
    public var location: PhotoLocation?
    /// The original, if this is an edited copy.
    public var madeFrom: DocumentID?
    /// The fields of plugins.
    public var extensions: [ExtensionName: JSON] = [:]

    /// Creates a draft of a photo whose file is stored; everything optional starts empty.
    public init(_ files: KeptPhoto, bytes: Int, type: String) {
        self.files = files
        self.bytes = bytes
        self.type = type
    }

    /// The values by field, without those that are empty.
    var fields: [FieldName: JSON] {
        var fields: [FieldName: JSON] = [
            "sha256": .string(files.names.sha256), "git": .string(files.names.git),
            "bytes": .number(JSONNumber(bytes)), "type": .string(type),
        ]
        fields["thumbnail"] = files.thumbnail.map { .string($0) }
        fields["caption"] = caption.map { .string($0) }
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

/// What a look into the file of a photo found.
public struct PhotoDetails: Hashable, Sendable {
    /// The size of the upright picture.
    public var size: PixelSize
    /// When it was taken.
    public var takenAt: Timestamp?
    /// Where it was taken, as the file says.
    public var coordinates: Coordinates?
    /// How far off that may be, in metres.
    public var accuracy: Double?
    /// What took it: maker and model.
    public var camera: String?

    /// Creates details with only the size; other values are nil.
    public init(size: PixelSize) {
        self.size = size
    }
}
