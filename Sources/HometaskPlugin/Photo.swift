// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskPluginProtocol

/// The file of a photo that a plugin is handed. It lies in the plugin's folder, and may be anything: a stranger made
/// it.
public struct PhotoSource: Hashable, Sendable {
    /// The path of the file, from the root.
    public let path: String
    /// The media type that its first bytes tell, such as `image/jpeg`.
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

/// What a look into a photo found.
public struct PhotoFindings: Hashable, Sendable {
    /// How wide it is when it stands upright, in pixels.
    public var width: Int
    /// How high it is when it stands upright, in pixels.
    public var height: Int
    /// A small upright picture of it, of at most 6 KiB, in a form that browsers show.
    public var thumbnail: [UInt8]
    /// When it was taken.
    public var takenAt: Timestamp?
    /// Where it was taken.
    public var position: Position?
    /// What took it: maker and model.
    public var camera: String?

    /// Creates findings with what every photo has; the time, the position and the camera stay nil.
    public init(width: Int, height: Int, thumbnail: [UInt8]) {
        self.width = width
        self.height = height
        self.thumbnail = thumbnail
    }

    /// The findings as messages hold them.
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
    /// How far its left edge is from that of the picture.
    public var left: Int
    /// How far its upper edge is from that of the picture.
    public var top: Int
    /// How wide it is.
    public var width: Int
    /// How high it is.
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

/// What is to be changed in the copy of a photo, in this order.
public struct PhotoEdit: Hashable, Sendable {
    /// Where the new file is to be.
    public let output: String
    /// Parts to make unrecognisable.
    public let blurred: [PictureArea]
    /// The part that is kept; nil for all.
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

/// A picture that is to be made for a screen.
public struct PhotoDrawing: Hashable, Sendable {
    /// What the file of the picture can hold.
    public enum Form: String, Sendable {
        /// A PNG file, which tells its own width and height.
        case png
        /// Rows of red, green and blue bytes, and nothing else.
        case rgb
    }

    /// Where it is to be.
    public let output: String
    /// The most pixels across.
    public let width: Int
    /// The most pixels down.
    public let height: Int
    /// What the file of the picture is to hold.
    public let form: Form

    init(_ params: JSONObject) throws {
        output = try PhotoSource.path("output", params)
        guard let width = params["width"]?.intValue, let height = params["height"]?.intValue, width > 0, height > 0,
            let form = params["as"]?.stringValue.flatMap({ Form(rawValue: $0) })
        else { throw RPCError(.invalidParams, "‘width’, ‘height’ and ‘as’ should say what to draw") }
        (self.width, self.height, self.form) = (width, height, form)
    }
}
