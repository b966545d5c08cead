// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskReplica

/// A pin for programs: stable field names, the id in full, degrees of WGS 84 and metres whatever the family's units.
enum PinJSON {
    /// `address`, `conflict`, `deleted`, `distance`, `extensions` (by plugin and field), `id`, `labels`, `location`
    /// (`latitude`, `longitude`, `accuracy`) and `name`; an unknown address, distance or location is left out, and so are
    /// extensions where there are none.
    ///
    /// - Parameter distance: how far it is from the point asked about, in metres.
    static func object(_ pin: PinRecord, distance: Double? = nil) -> JSONObject {
        var object: JSONObject = [
            "conflict": .bool(pin.hasConflict), "deleted": .bool(pin.isDeleted), "id": .string(pin.id.description),
            "labels": .array(pin.labels.map { .string($0) }), "name": .string(pin.name),
        ]
        object["address"] = pin.address.map { .string($0) }
        object["location"] = pin.coordinates?.location(accuracy: pin.accuracy)
        object["distance"] = distance.flatMap { JSONNumber($0) }.map { .number($0) }
        object.put(extensions: pin.extensions)
        return object
    }
}
