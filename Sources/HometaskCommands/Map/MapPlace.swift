// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMap
import HometaskReplica

/// Something that stands on a map: a pin, or a photo with a place.
struct MapPlace: Sendable {
    enum Content: Sendable {
        /// A pin, with the notes about it, newest first.
        case pin(PinRecord, notes: [NoteRecord])
        /// A photo; where it stands at its pin, or that of its task, it tells no place of its own.
        case photo(PhotoRecord)
    }

    let content: Content
    let coordinates: Coordinates
    /// What is to be done, or was done, there: the tasks at the pin, or the one that the photo is about. Sorted by when
    /// they are due; those that are done come last.
    var tasks: [TaskRecord]

    var point: MapPoint { MapPoint(latitude: coordinates.latitude, longitude: coordinates.longitude) }

    var name: String {
        switch content {
        case .pin(let pin, _): pin.name
        case .photo(let photo): photo.name
        }
    }

    var id: DocumentID {
        switch content {
        case .pin(let pin, _): pin.id
        case .photo(let photo): photo.id
        }
    }

    var photo: PhotoRecord? {
        guard case .photo(let photo) = content else { return nil }
        return photo
    }
}
