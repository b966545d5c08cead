// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskPluginProtocol

/// The file of a photo that a plugin receives. It is in the plugin's folder and may contain anything, because a
/// stranger may have made it.
public struct PhotoSource: Hashable, Sendable {
    /// The absolute path of the file.
    public let path: String
    /// The media type according to the file's first bytes, such as `image/jpeg`.
    public let type: String

    /// The file that a request names.
    init(_ params: JSONObject) throws {
        path = try Self.path("file", params)
        type = params["type"]?.stringValue ?? "application/octet-stream"
    }

    static func path(_ name: String, _ params: JSONObject) throws -> String {
        guard let path = params[name]?.stringValue, path.hasPrefix("/") else {
            throw RPCError(.invalidParams, "‘\(name)’ should be an absolute path")
        }
        return path
    }
}

/// The result of examining a photo.
public struct PhotoFindings: Hashable, Sendable {
    /// The width of the upright picture in pixels.
    public var width: Int
    /// The height of the upright picture in pixels.
    public var height: Int
    /// A small upright version of the picture, of at most 6 KiB, in a format that browsers show.
    public var thumbnail: [UInt8]
    /// The time when it was taken.
    public var takenAt: Timestamp?
    /// The place where it was taken.
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
        object["thumbnail"] = .string(Base64.encoded(thumbnail))
        object["takenAt"] = takenAt.map { .string($0.rfc3339) }
        object["camera"] = camera.map { .string($0) }
        return object
    }
}

/// A part of an upright picture, in pixels from its top left corner.
public struct PictureArea: Hashable, Sendable {
    /// The distance of its left edge from that of the picture.
    public var left: Int
    /// The distance of its upper edge from that of the picture.
    public var top: Int
    /// The width.
    public var width: Int
    /// The height.
    public var height: Int

    /// Creates an area; whether it lies within a picture is not checked.
    public init(left: Int, top: Int, width: Int, height: Int) {
        (self.left, self.top, self.width, self.height) = (left, top, width, height)
    }

    init?(_ json: JSON?) {
        guard let left = json?["left"]?.intValue, let top = json?["top"]?.intValue,
            let width = json?["width"]?.intValue, let height = json?["height"]?.intValue
        else { return nil }
        self.init(left: left, top: top, width: width, height: height)
    }
}

/// The changes to make in the copy of a photo, in this order.
public struct PhotoEdit: Hashable, Sendable {
    /// The path of the new file.
    public let output: String
    /// Parts to make unrecognisable.
    public let blurred: [PictureArea]
    /// The part to keep; nil for all.
    public let crop: PictureArea?
    /// Degrees clockwise: 0, 90, 180 or 270.
    public let rotation: Int
    /// Whether the new file may contain the place and serial numbers.
    public let keepsPlace: Bool

    init(_ params: JSONObject) throws {
        output = try PhotoSource.path("output", params)
        blurred = (params["blur"]?.arrayValue ?? []).compactMap { PictureArea($0) }
        crop = PictureArea(params["crop"])
        rotation = params["rotate"]?.intValue ?? 0
        keepsPlace = params["keepsPlace"] == true
    }
}

/// A picture to be made for a screen.
public struct PhotoDrawing: Hashable, Sendable {
    /// The possible contents of the picture's file.
    public enum Form: String, Sendable {
        /// A PNG file, which contains its width and height.
        case png
        /// Rows of red, green and blue bytes, and nothing else.
        case rgb
    }

    /// The path of the file.
    public let output: String
    /// The maximum width in pixels.
    public let width: Int
    /// The maximum height in pixels.
    public let height: Int
    /// The contents of the file.
    public let form: Form

    init(_ params: JSONObject) throws {
        output = try PhotoSource.path("output", params)
        guard let width = params["width"]?.intValue, let height = params["height"]?.intValue, width > 0, height > 0,
            let form = params["as"]?.stringValue.flatMap({ Form(rawValue: $0) })
        else { throw RPCError(.invalidParams, "‘width’, ‘height’ and ‘as’ should say what to draw") }
        (self.width, self.height, self.form) = (width, height, form)
    }
}
