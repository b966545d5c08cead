// SPDX-License-Identifier: Apache-2.0

import CVips
import HometaskPlatform
import HometaskPlugin

/// The rendering of a photo for a screen.
struct Drawing {
    private let photo: OpenedPhoto

    init(of source: PhotoSource) throws { photo = try OpenedPhoto(source) }

    /// Writes the picture.
    ///
    /// - Returns: the size of the picture in pixels.
    func writePicture(_ drawing: PhotoDrawing) throws -> (width: Int, height: Int) {
        let vips = photo.vips
        let small = try vips.picture(
            hometask_vips_thumbnail(
                vips.functions, photo.path, Int32(drawing.width), Int32(drawing.height), photo.isSRGB ? 1 : 0))
        let flat = try small.flat()
        let isDone =
            switch drawing.form {
            case .png:
                hometask_vips_save(vips.functions, flat.image, drawing.output + ".png") == 0
                    && rename(drawing.output + ".png", drawing.output) == 0
            case .rgb: hometask_vips_raw(vips.functions, flat.image, drawing.output) == 0
            }
        guard isDone else { throw RPCError(.refused, "it could not be drawn (\(vips.complaint))") }
        return (flat.width, flat.height)
    }
}
