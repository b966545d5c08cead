// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskPluginProtocol

/// The result of examining a photo.
public struct PhotoFindings: Hashable, Sendable {
    /// The width of the upright picture in pixels.
    public var width: Int
    /// The height of the upright picture in pixels.
    public var height: Int
    /// A small upright version of the picture, of at most 6 KiB, in a format that browsers show.
    public var thumbnail: [UInt8]
    /// The time when the photo was taken.
    public var takenAt: Timestamp?
    /// The place where the photo was taken.
    public var position: Position?
    /// The camera: maker and model.
    public var camera: String?

    /// Creates findings with the values that every photo has; the time, the position and the camera stay nil.
    public init(width: Int, height: Int, thumbnail: [UInt8]) {
        self.width = width
        self.height = height
        self.thumbnail = thumbnail
    }

    /// The findings in the form of messages.
    var json: JSONObject {
        var object = position?.json ?? [:]
        object["at"] = nil
        object["width"] = .number(JSONNumber(width))
        object["height"] = .number(JSONNumber(height))
        object["thumbnail"] = .string(Base64.standard.encoded(thumbnail))
        object["takenAt"] = takenAt.map { .string($0.rfc3339) }
        object["camera"] = camera.map { .string($0) }
        return object
    }
}
