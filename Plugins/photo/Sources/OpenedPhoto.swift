// SPDX-License-Identifier: Apache-2.0

import CVips
import HometaskPlugin

/// The file of a photo whose header says what its first bytes say, and not too many pixels: it may be decoded.
final class OpenedPhoto {
    let path: String
    let type: PhotoType
    let vips: Vips
    /// What the header says; nothing is decoded for it.
    let header: Picture
    private let enclosed: EnclosedExif?

    /// Whether its colours are those of sRGB as they stand: no profile says otherwise.
    var isSRGB: Bool {
        header.isOfScreens && !header.fields.contains("icc-profile-data")
    }

    /// The Exif fields: of an ``EnclosedExif`` where it has them, else of the header.
    var exif: Exif { Exif { [self] in enclosed?.picture.text($0) ?? header.text($0) } }

    /// The most pixels: more than any phone takes, and less than a picture made to fill the memory has.
    private static let mostPixels = 250_000_000

    /// Reads the header.
    ///
    /// - Throws: `RPCError` (`refused`) where the file is something else, broken or too large.
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
