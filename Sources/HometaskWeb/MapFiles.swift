// SPDX-License-Identifier: Apache-2.0

import HometaskMapAssets

/// The map's files, loaded when the map is first opened: Leaflet, its marker clustering, and a layer of coastlines,
/// borders and towns, which makes a tile server unnecessary.
enum MapFiles {
    private static let script = "text/javascript; charset=utf-8"
    private static let style = "text/css; charset=utf-8"

    /// The files, by their paths.
    static var all: [String: PageFiles.File] {
        [
            "/map/leaflet.js": file(.leaflet, script), "/map/leaflet.css": file(.leafletStyle, style),
            "/map/cluster.js": file(.cluster, script), "/map/cluster.css": file(.clusterStyle, style),
            "/map/ground.js": file(.ground, script),
            "/map/layer.bin": PageFiles.File(Array(MapAsset.layer.bytes), "application/octet-stream"),
            "/map/credits.txt": PageFiles.File(Array(credits.utf8), "text/plain; charset=utf-8"),
        ]
    }

    private static func file(_ asset: MapAsset, _ type: String) -> PageFiles.File {
        PageFiles.File(Array(asset.text.utf8), type)
    }

    /// Credits for the map's data and libraries, with the required licences.
    private static var credits: String {
        """
        Coastlines and borders: made with Natural Earth, in the public domain; borders are those of its German point of
        view, simplified. Towns: GeoNames (geonames.org), licence Creative Commons Attribution 4.0
        (creativecommons.org/licenses/by/4.0), a selection.

        The map uses Leaflet (BSD-2-Clause) and Leaflet.markercluster (MIT).

        Leaflet
        =======

        \(MapAsset.leafletLicence.text)

        Leaflet.markercluster
        =====================

        \(MapAsset.clusterLicence.text)

        """
    }
}
