// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin
import HometaskTime

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
