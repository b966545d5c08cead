// SPDX-License-Identifier: Apache-2.0

public import HometaskPlugin
import HometaskTime

/// A plugin that examines, edits and renders photos with libvips.
public struct PhotoPlugin: Plugin {
    /// The contents of the plugin's `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// The offers for examining, editing and rendering photos, all named `vips`.
    public let offers: [Offer] = [
        .photo("vips", examine: { call, source in try Examination(of: source, in: call.session).findings() }),
        .photo("vips", edit: { _, source, edit in try PhotoCopy(of: source).writeCopy(edit) }),
        .photo("vips", draw: { _, source, drawing in try Drawing(of: source).writePicture(drawing) }),
    ]

    /// The version that the plugin reports to the host, the same as in `plugin.json`.
    public let version = "1.0"

    /// Creates the plugin. Nothing is read or opened before the host calls one of the offers.
    public init() {}
}

/// The examination of a photo's file.
struct Examination {
    private let photo: OpenedPhoto
    private let zone: TimeZoneRules

    init(of source: PhotoSource, in session: PluginSession) throws {
        photo = try OpenedPhoto(source)
        zone = session.zoneRules
    }

    func findings() throws -> PhotoFindings {
        let exif = photo.exif
        let orientation = photo.header.text("orientation").flatMap { Int($0) }
        let isTurned = orientation.map { (5...8).contains($0) } ?? false
        let (width, height) = (photo.header.width, photo.header.height)
        var findings = PhotoFindings(
            width: isTurned ? height : width, height: isTurned ? width : height,
            thumbnail: try Thumbnail(of: photo).bytes())
        findings.takenAt = exif.time(in: zone)
        findings.position = exif.position
        findings.camera = exif.camera
        return findings
    }
}
