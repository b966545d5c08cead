// SPDX-License-Identifier: Apache-2.0

import CVips
import HometaskPlugin
import HometaskTime

/// A look into the file of a photo.
struct Examination {
    private let source: PhotoSource
    private let type: PhotoType
    private let zone: TimeZoneRules

    /// The most pixels: more than any phone takes, and less than a picture made to fill the memory has.
    static let mostPixels = 250_000_000

    init(of source: PhotoSource, in session: PluginSession) throws {
        self.source = source
        type = try Self.type(of: source)
        zone = session.zoneRules
    }

    static func type(of source: PhotoSource) throws -> PhotoType {
        guard let type = PhotoType(rawValue: source.type) else {
            throw RPCError(
                .refused, "files of the type \(source.type) are not read",
                hint: "Photos are JPEG, PNG, WebP, HEIC and TIFF.")
        }
        return type
    }

    /// The header of a file, which is what its first bytes say and not too large.
    static func header(of source: PhotoSource, _ type: PhotoType, in vips: Vips) throws -> Picture {
        let header = try vips.picture(hometask_vips_header(vips.functions, source.path))
        let loader = header.text("vips-loader") ?? "nothing"
        guard loader.hasPrefix(type.loader) else {
            throw RPCError(.refused, "its first bytes say \(type.rawValue), and it is read as \(loader)")
        }
        guard header.width > 0, header.height > 0, header.width <= mostPixels / header.height else {
            throw RPCError(
                .refused, "it has \(header.width) × \(header.height) pixels, and at most 250 megapixels are read")
        }
        return header
    }

    func findings() throws -> PhotoFindings {
        let vips = try Vips(for: type)
        let header = try Self.header(of: source, type, in: vips)
        let exif = Exif { header.text($0) }
        let isTurned = (header.text("orientation").flatMap { Int($0) }).map { (5...8).contains($0) } ?? false
        var findings = PhotoFindings(
            width: isTurned ? header.height : header.width, height: isTurned ? header.width : header.height,
            thumbnail: try Thumbnail(of: source.path, in: vips).bytes())
        findings.takenAt = exif.time(in: zone)
        findings.position = exif.position
        findings.camera = exif.camera
        return findings
    }
}
