// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

/// A pin as JSON: stable field names, the full id, degrees of WGS 84, and metres regardless of the family's units.
enum PinJSON {
    /// Returns an object with `address`, `bearing`, `conflict`, `createdAt`, `deleted`, `distance`, `extensions` (by
    /// plugin and field), `id`, `labels`, `location` (`latitude`, `longitude`, `accuracy`) and `name`. Unknown values
    /// are left out.
    ///
    /// - Parameter way: the way to the pin from the given point. Its length in metres is the distance; its azimuth, in
    ///   degrees clockwise from north, is the bearing.
    static func object(_ pin: PinRecord, way: Geodesic? = nil) -> JSONObject {
        var object = JSONObject(trashable: pin)
        object["name"] = .string(pin.name)
        object["labels"] = .array(pin.labels.map { .string($0) })
        object["location"] = pin.coordinates?.location(accuracy: pin.accuracy)
        object["distance"] = way.flatMap { JSONNumber($0.length) }.map { .number($0) }
        object["bearing"] = way?.azimuth.flatMap { JSONNumber($0) }.map { .number($0) }
        return object
    }
}
