// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskQueries

extension PinFinder {
    /// Returns the coordinates of a pin.
    ///
    /// - Throws: `ReplicaError.Code.invalidRequest` if they are unknown.
    func coordinates(of pin: PinRecord) throws -> Coordinates {
        if let coordinates = pin.coordinates { return coordinates }
        let id = Reference.shortest(pin.id, among: pins.map(\.id))
        throw ReplicaError(
            .invalidRequest, "‘\(pin.name)’ has no location",
            hint: "Set it with 'hometask pin edit #\(id) --location LAT,LON'.")
    }
}
