// SPDX-License-Identifier: Apache-2.0

import HometaskMarkup
import HometaskPlugin

/// A writer of places as the placemarks of a KML 2.2 document (OGC 07-147r2).
enum KMLWriter {
    static func begin(_ call: Call) throws {
        try call.writeText(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <kml xmlns="http://www.opengis.net/kml/2.2">
            <Document>
            <name>\(Markup.escaped(call.session.familyName))</name>

            """)
    }

    /// Writes a placemark, with its elements in the order of the schema.
    static func writePlace(_ place: MapPlace, to call: Call) throws {
        var lines = ["<Placemark id=\"\(place.kind)-\(Markup.escaped(place.id))\">"]
        lines.append("<name>\(Markup.escaped(place.name))</name>")
        if let address = place.address { lines.append("<address>\(Markup.escaped(address))</address>") }
        if !place.lines.isEmpty {
            // Readers interpret the description as HTML, so it is escaped as HTML first and then as XML.
            let html = place.lines.map { Markup.escaped($0) }.joined(separator: "<br>\n")
            lines.append("<description>\(Markup.escaped(html))</description>")
        }
        if let time = place.time { lines.append("<TimeStamp><when>\(Markup.escaped(time))</when></TimeStamp>") }
        lines.append("<ExtendedData><Data name=\"kind\"><value>\(place.kind)</value></Data></ExtendedData>")
        let (longitude, latitude) = (
            MapPlace.decimal(place.longitude.double), MapPlace.decimal(place.latitude.double)
        )
        lines.append("<Point><coordinates>\(longitude),\(latitude)</coordinates></Point>")
        try call.print((lines + ["</Placemark>"]).joined(separator: "\n"))
    }

    static func end(_ call: Call) throws { try call.print("</Document>\n</kml>") }
}
