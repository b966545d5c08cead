// SPDX-License-Identifier: Apache-2.0

import HometaskReplica
import HometaskTerminal

/// A pin as a row of a list.
enum PinLine {
    static let columns = [
        Column(minimum: 5), Column(minimum: 10, shrinks: true), Column(alignment: .right, minimum: 4),
        Column(minimum: 6, shrinks: true), Column(minimum: 8, shrinks: true), Column(minimum: 6, shrinks: true),
    ]

    /// The short id, the name, the distance, the labels, the coordinates and the address.
    static func cells(_ pin: PinRecord, distance: Double?, ids: ShortIDs, in session: FamilySession) -> [Cell] {
        let far = distance.map { Distance.text($0, isImperial: session.settings.isImperial) } ?? ""
        return [
            Cell("#\(ids[pin.id])", style: .dim), Cell(pin.hasConflict ? "\(pin.name) (!)" : pin.name, style: .bold),
            Cell(far), Cell(pin.labels.joined(separator: " "), style: .cyan),
            Cell(pin.coordinates?.description ?? "", style: .dim), Cell(pin.address ?? "", style: .dim),
        ]
    }
}
