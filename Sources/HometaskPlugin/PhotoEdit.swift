// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol

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
