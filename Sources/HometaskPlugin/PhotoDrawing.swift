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
