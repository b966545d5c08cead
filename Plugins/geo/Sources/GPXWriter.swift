// SPDX-License-Identifier: Apache-2.0

import HometaskMarkup
import HometaskPlugin

/// A writer of places as GPX 1.1 waypoints.
enum GPXWriter {
    static func begin(_ call: Call) throws {
        try call.writeText(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="hometask" xmlns="http://www.topografix.com/GPX/1/1">
            <metadata><name>\(Markup.escaped(call.session.familyName))</name></metadata>

            """)
    }

    /// Writes a waypoint, with its elements in the order of the schema.
    static func writePlace(_ place: MapPlace, to call: Call) throws {
        // The schema only allows longitudes below 180.
        let longitude = place.longitude.double == 180 ? -180 : place.longitude.double
        let (lat, lon) = (MapPlace.decimal(place.latitude.double), MapPlace.decimal(longitude))
        var lines = ["<wpt lat=\"\(lat)\" lon=\"\(lon)\">"]
        if let time = place.time { lines.append("<time>\(Markup.escaped(time))</time>") }
        lines.append("<name>\(Markup.escaped(place.name))</name>")
        if !place.lines.isEmpty {
            lines.append("<desc>\(Markup.escaped(place.lines.joined(separator: "\n")))</desc>")
        }
        lines.append("<type>\(place.kind)</type>")
        try call.print((lines + ["</wpt>"]).joined(separator: "\n"))
    }

    static func end(_ call: Call) throws { try call.print("</gpx>") }
}
