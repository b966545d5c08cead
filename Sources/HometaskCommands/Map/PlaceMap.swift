// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskMap
import HometaskTerminal

/// A map a few lines high, centred on one place.
struct PlaceMap {
    /// The lines, preceded by an empty one.
    let lines: [String]

    init(of place: Coordinates, in session: FamilySession) throws {
        let point = MapPoint(latitude: place.latitude, longitude: place.longitude)
        var map = TerminalMap(around: point, metres: 60_000, columns: min(session.output.drawingWidth, 40), rows: 8)
        map.add("x", at: point, style: .red)
        lines = [""] + map.lines(on: try MapLayer.bundled(), in: session.output.mode)
    }
}
