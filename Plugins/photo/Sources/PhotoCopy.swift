// SPDX-License-Identifier: Apache-2.0

import CVips
import HometaskPlatform
import HometaskPlugin

/// An edited copy of a photo.
struct PhotoCopy {
    private let photo: OpenedPhoto
    private var vips: Vips { photo.vips }

    init(of source: PhotoSource) throws { photo = try OpenedPhoto(source) }

    /// Writes the copy.
    ///
    /// - Returns: the media type of the copy.
    func writeCopy(_ edit: PhotoEdit) throws -> String {
        let loaded = try vips.picture(hometask_vips_load(vips.functions, photo.path))
        var picture = try loaded.making { hometask_vips_upright($0, $1) }
        for area in edit.blurred { picture = try blurred(picture, area) }
        if let area = edit.crop {
            try check(area, in: picture)
            picture = try picture.making {
                hometask_vips_area($0, $1, Int32(area.left), Int32(area.top), Int32(area.width), Int32(area.height))
            }
        }
        if edit.rotation != 0 {
            picture = try picture.making { hometask_vips_turned($0, $1, Int32(edit.rotation / 90)) }
        }
        let keepsPlace = edit.keepsPlace
        // Embedded thumbnails are always removed, because they show the unedited photo.
        let told = try picture.forgetting { Self.isPicture($0) || (!keepsPlace && Self.isPrivate($0)) }
        return try save(told, to: edit.output)
    }

    private func check(_ area: PictureArea, in picture: borrowing Picture) throws {
        guard area.left + area.width <= picture.width, area.top + area.height <= picture.height else {
            throw RPCError(
                .refused,
                "\(area.width)×\(area.height)+\(area.left)+\(area.top) reaches beyond the picture, which has \(picture.width) × \(picture.height) pixels"
            )
        }
    }

    /// Pixelates an area to eight blocks along its longer side, which cannot be reversed.
    private func blurred(_ picture: borrowing Picture, _ area: PictureArea) throws -> Picture {
        try check(area, in: picture)
        let part = try picture.making {
            hometask_vips_area($0, $1, Int32(area.left), Int32(area.top), Int32(area.width), Int32(area.height))
        }
        let scale = min(1, 8 / Double(max(area.width, area.height)))
        let coarse = try part.making {
            hometask_vips_scaled($0, $1, max(scale, 1 / Double(area.width)), max(scale, 1 / Double(area.height)))
        }
        let (across, down) = (Double(area.width) / Double(coarse.width), Double(area.height) / Double(coarse.height))
        // The scale is rounded up; the excess is cropped.
        let enlarged = try coarse.making { hometask_vips_scaled($0, $1, across * 1.01 + 0.01, down * 1.01 + 0.01) }
        let (width, height) = (min(area.width, enlarged.width), min(area.height, enlarged.height))
        let cover = try enlarged.making { hometask_vips_area($0, $1, 0, 0, Int32(width), Int32(height)) }
        return try picture.making {
            hometask_vips_inserted($0, $1, cover.image, Int32(area.left), Int32(area.top))
        }
    }

    /// Whether a field of the header is, or describes, an embedded thumbnail.
    private static func isPicture(_ field: String) -> Bool {
        field.hasPrefix("exif-ifd1-") || field.hasSuffix("thumbnail-data") || field == "heif-thumbnail"
    }

    /// Whether a field of the header may contain a place, an owner or a serial number. IFD 3 has the GPS data; XMP,
    /// IPTC and maker notes may contain places and owners too.
    private static func isPrivate(_ field: String) -> Bool {
        if field.hasPrefix("exif-ifd3-") || ["xmp-data", "iptc-data", "photoshop-data"].contains(field) { return true }
        guard field.hasPrefix("exif-") else { return false }
        let words = [
            "SerialNumber", "OwnerName", "ImageUniqueID", "MakerNote", "Artist", "Copyright", "UserComment",
            "XPAuthor", "XPComment", "HostComputer",
        ]
        return words.contains { field.contains($0) }
    }

    private func save(_ picture: borrowing Picture, to output: String) throws -> String {
        let (ending, type) = photo.type.copy
        let draft = output + (ending.split(separator: "[").first ?? "")
        guard hometask_vips_save(vips.functions, picture.image, output + ending) == 0 else {
            let complaint = vips.complaint
            unlink(draft)
            throw RPCError(.refused, "the copy could not be made (\(complaint))")
        }
        guard rename(draft, output) == 0 else {
            throw RPCError(.refused, "the copy could not be written: \(String(cString: strerror(errno)))")
        }
        return type.rawValue
    }
}
