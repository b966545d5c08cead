// SPDX-License-Identifier: Apache-2.0

import CVips
import HometaskPlugin

/// A photo that is safe to decode: libvips reads it as the type indicated by its first bytes, and its number of pixels
/// is limited.
final class OpenedPhoto {
    let path: String
    let type: PhotoType
    let vips: Vips
    /// The header; decodes no pixels.
    let header: Picture
    private let enclosed: EnclosedExif?

    /// Whether its colour values are sRGB: a screen colour space without a colour profile.
    var isSRGB: Bool {
        header.isOfScreens && !header.fields.contains("icc-profile-data")
    }

    /// The Exif fields, from the ``EnclosedExif`` if that has the field, otherwise from the header.
    var exif: Exif { Exif { [self] in enclosed?.picture.text($0) ?? header.text($0) } }

    /// The maximum number of pixels. No phone takes larger photos; a decompression bomb has more.
    private static let mostPixels = 250_000_000

    /// Opens a photo and reads its header.
    ///
    /// - Throws: `RPCError` (`refused`) if the file has another type, is damaged or too large; `unavailable` if libvips
    ///   is not installed.
    init(_ source: PhotoSource) throws {
        guard let type = PhotoType(rawValue: source.type) else {
            throw RPCError(
                .refused, "files of the type \(source.type) are not supported",
                hint: "Photos are JPEG, PNG, WebP, HEIC and TIFF.")
        }
        let vips = try Vips(for: type)
        let header = try vips.picture(hometask_vips_header(vips.functions, source.path))
        let loader = header.text("vips-loader") ?? "nothing"
        guard loader.hasPrefix(type.loader) else {
            throw RPCError(.refused, "its first bytes say \(type.rawValue), but it is read as \(loader)")
        }
        guard header.width > 0, header.height > 0, header.width <= Self.mostPixels / header.height else {
            throw RPCError(
                .refused, "it has \(header.width) × \(header.height) pixels; at most 250 megapixels are allowed")
        }
        (path, self.type, self.vips) = (source.path, type, vips)
        enclosed = EnclosedExif(in: header)
        self.header = header
    }
}
