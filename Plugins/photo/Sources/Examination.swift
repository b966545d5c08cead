// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin
import HometaskTime

/// A look into the file of a photo.
struct Examination {
    private let photo: OpenedPhoto
    private let zone: TimeZoneRules

    init(of source: PhotoSource, in session: PluginSession) throws {
        photo = try OpenedPhoto(source)
        zone = session.zoneRules
    }

    func findings() throws -> PhotoFindings {
        let header = try photo.header()
        let exif = Exif { header.text($0) }
        let isTurned = (header.text("orientation").flatMap { Int($0) }).map { (5...8).contains($0) } ?? false
        var findings = PhotoFindings(
            width: isTurned ? header.height : header.width, height: isTurned ? header.width : header.height,
            thumbnail: try Thumbnail(of: photo.path, in: photo.vips).bytes())
        findings.takenAt = exif.time(in: zone)
        findings.position = exif.position
        findings.camera = exif.camera
        return findings
    }
}
