// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

/// The position of this device, as reported by a plugin.
struct DevicePosition: Sendable {
    private(set) var coordinates: Coordinates
    /// The maximum error in metres; nil if it is unknown.
    private(set) var accuracy: Double?
    /// The time of the measurement; nil for just now.
    let time: Timestamp?
    /// The name of the source.
    let source: String

    /// Whether the position is configured, not measured: the source is the bundled plugin `position-fixed`.
    var isTyped: Bool { source == "fixed" }

    init?(_ result: JSONObject, from source: String) {
        guard let coordinates = Coordinates(.object(result)) else { return nil }
        self.coordinates = coordinates
        accuracy = result["accuracy"]?.doubleValue
        time = result["at"]?.stringValue.flatMap { Timestamp(rfc3339: $0) }
        self.source = source
    }

    /// Returns the position with a place near home hidden; nil if such places are left out.
    func hiding(_ zone: HomeZone?) -> DevicePosition? {
        guard let zone else { return self }
        guard let shown = zone.shown(of: coordinates, accuracy: accuracy) else { return nil }
        var position = self
        (position.coordinates, position.accuracy) = (shown.coordinates, shown.accuracy)
        return position
    }
}
