// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol

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
