// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskPlugin

/// A plugin that exports pins and the places of photos for maps and navigators, and imports points from maps as pins.
public struct GeoPlugin: Plugin {
    /// The exporters `geojson`, `kml` and `gpx`, and the importer `geojson`.
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
    ]

    /// The bytes of its `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// Creates the plugin. Nothing is read or opened before the host calls one of the offers.
    public init() {}
}
