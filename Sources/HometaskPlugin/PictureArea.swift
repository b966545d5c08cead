// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol

/// A part of an upright picture, in pixels from its top left corner.
public struct PictureArea: Hashable, Sendable {
    /// The distance of its left edge from that of the picture.
    public var left: Int
    /// The distance of its upper edge from that of the picture.
    public var top: Int
    /// The distance of its right edge from its left edge.
    public var width: Int
    /// The distance of its lower edge from its upper edge.
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
