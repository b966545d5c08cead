// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol

/// A request to render a photo for a screen.
public struct PhotoDrawing: Hashable, Sendable {
    /// The possible contents of the picture's file.
    public enum Form: String, Sendable {
        /// A PNG file, which contains its width and height.
        case png
        /// Raw RGB rows without a header.
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

/// The edits to apply to a copy of a photo, in this order.
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

/// A part of an upright picture, in pixels from its top left corner.
public struct PictureArea: Hashable, Sendable {
    /// The distance from the picture's left edge to the area's.
    public var left: Int
    /// The distance from the picture's upper edge to the area's.
    public var top: Int
    /// The width of the area.
    public var width: Int
    /// The height of the area.
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
