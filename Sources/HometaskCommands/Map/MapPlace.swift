// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMap

/// A pin, or a photo with a place, on the map.
struct MapPlace: Sendable {
    enum Content: Sendable {
        /// A pin, with the notes about it, newest first.
        case pin(PinRecord, notes: [NoteRecord])
        /// A photo. If it is shown at its pin, or at that of its task, it has no place of its own.
        case photo(PhotoRecord)
    }

    private(set) var content: Content
    private(set) var coordinates: Coordinates
    /// The tasks of the place: those at the pin, or the one that the photo is about. Open tasks come first, sorted by
    /// due date.
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

    /// Returns the place with coordinates near home replaced by a common point; nil if it is left out.
    func hiding(_ zone: HomeZone) -> MapPlace? {
        guard let shown = zone.shown(of: coordinates) else { return nil }
        var place = self
        place.coordinates = shown.coordinates
        switch content {
        case .pin(let pin, let notes): place.content = .pin(pin.hiding(zone), notes: notes)
        case .photo(let photo): place.content = .photo(photo.hiding(zone))
        }
        return place
    }

    /// The user-written texts that a map shows for the place.
    var texts: [String] {
        var texts = [name] + tasks.map(\.title)
        guard case .pin(let pin, let notes) = content else { return texts }
        texts += [pin.address ?? ""] + pin.labels
        for note in notes { texts += [note.title ?? ""] + note.text }
        return texts
    }
}
