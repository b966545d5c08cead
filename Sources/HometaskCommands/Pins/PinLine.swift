// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskQueries
import HometaskTerminal

/// A pin as a row of a list.
enum PinLine {
    /// A truncated distance or pair of coordinates is useless, so these columns do not shrink.
    static let columns = [
        Column(minimum: 5), Column(minimum: 10, shrinks: true), Column(alignment: .right, minimum: 7),
        Column(minimum: 6, shrinks: true), Column(minimum: 12, shrinks: true), Column(minimum: 24),
    ]

    /// Returns the short id, the name, the distance with the direction, the labels, the address and the coordinates;
    /// the last two only if there is room.
    static func cells(_ pin: PinRecord, way: Geodesic?, ids: ShortIDs, in session: FamilySession) -> [Cell] {
        let far = way.map { way in
            let length = Distance.text(way.length, isImperial: session.settings.isImperial)
            return way.azimuth.map { "\(length) \(Bearing.text($0))" } ?? length
        }
        let cells = [
            Cell("#\(ids[pin.id])", style: .dim), Cell(pin.hasConflict ? "\(pin.name) (!)" : pin.name, style: .bold),
            Cell(far ?? ""), Cell(pin.labels.joined(separator: " "), style: .cyan),
        ]
        if session.output.width < 60 { return cells }
        return cells + [
            Cell(pin.address ?? "", style: .dim), Cell(pin.coordinates?.description ?? "", style: .dim),
        ]
    }
}

/// A direction for people: one of the sixteen points of the compass.
enum Bearing {
    private static let points = [
        "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
    ]

    /// Returns the compass point nearest to a direction.
    ///
    /// - Parameter degrees: from 0 to 360, clockwise from north.
    static func text(_ degrees: Double) -> String {
        points[Int((degrees / 22.5).rounded()) % points.count]
    }
}
