// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskReplica

/// The metadata and the thumbnail that a plugin extracted from a photo's file.
struct CheckedPhoto: Sendable {
    let details: PhotoDetails
    let thumbnail: [UInt8]

    init(_ result: JSONObject) throws {
        guard let size = PixelSize(width: result["width"]?.intValue, height: result["height"]?.intValue),
            let thumbnail = Base64.standard.decoded(result["thumbnail"]?.stringValue ?? ""), !thumbnail.isEmpty,
            thumbnail.count <= PhotoFile.largestThumbnail
        else { throw RPCError(.invalidParams, "‘thumbnail’ is not a picture of at most 6 KiB in base64") }
        var details = PhotoDetails(size: size)
        details.takenAt = result["takenAt"]?.stringValue.flatMap { Timestamp(rfc3339: $0) }
        details.coordinates = Coordinates(.object(result))
        details.accuracy = result["accuracy"]?.doubleValue
        details.camera = result["camera"]?.stringValue
        self.details = details
        self.thumbnail = thumbnail
    }
}
