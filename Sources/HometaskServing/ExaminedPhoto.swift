// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
public import HometaskReplica

/// The result of examining a photo's file.
public struct ExaminedPhoto: Hashable, Sendable {
    let details: PhotoDetails
    /// A thumbnail, upright and without metadata.
    let thumbnail: [UInt8]

    /// Creates the result of an examination.
    public init(_ details: PhotoDetails, thumbnail: [UInt8]) {
        self.details = details
        self.thumbnail = thumbnail
    }

    /// The place where the photo was taken, according to the file.
    var place: PhotoLocation? {
        details.coordinates.map { PhotoLocation($0, accuracy: details.accuracy, source: .exif) }
    }
}
