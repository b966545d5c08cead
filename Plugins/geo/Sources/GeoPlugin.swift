// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskPlugin

/// A plugin that exports pins and the places of photos for maps and navigators, and imports points from maps as pins.
public struct GeoPlugin: Plugin {
    /// The exporters `geojson`, `kml` and `gpx`, and the importers of the same names.
    public let offers: [Offer] = [
        .exporter("geojson") { call in
            var writer = GeoJSONWriter()
            var places = try MapPlaces(of: call)
            try places.forEach { try writer.writePlace($0, to: call) }
            try writer.end(call)
        },
        .exporter("kml") { call in
            try KMLWriter.begin(call)
            var places = try MapPlaces(of: call)
            try places.forEach { try KMLWriter.writePlace($0, to: call) }
            try KMLWriter.end(call)
        },
        .exporter("gpx") { call in
            try GPXWriter.begin(call)
            var places = try MapPlaces(of: call)
            try places.forEach { try GPXWriter.writePlace($0, to: call) }
            try GPXWriter.end(call)
        },
        .importer("geojson") { call in
            let list = try FeatureList(try call.source())
            var points = try PointImport(list.features, for: call)
            for (index, feature) in list.features.enumerated() {
                try points.proposePin(feature, number: index + 1, line: list.lines[index])
            }
        },
        .importer("kml") { call in try importPlaces(as: .kml, for: call) },
        .importer("gpx") { call in try importPlaces(as: .gpx, for: call) },
    ]

    private static func importPlaces(as format: MarkedPlaces.Format, for call: Call) throws {
        let places = try MarkedPlaces(try call.source(guessing: true), as: format)
        var points = try PointImport(places.features.map(\.feature), for: call)
        for (index, place) in places.features.enumerated() {
            try points.proposePin(place.feature, number: index + 1, line: place.line)
        }
        for other in places.others {
            let what = other.name == "rte" ? "a route" : "a track"
            call.skip(line: other.line, "\(what) is left out: only places become pins")
        }
    }

    /// The contents of the plugin's `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// Creates the plugin. Nothing is read or opened before the host calls one of the offers.
    public init() {}
}
