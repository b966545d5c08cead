// SPDX-License-Identifier: Apache-2.0

import CMapAssets

/// A file of a map, compiled into the program.
public enum MapAsset: CaseIterable, Sendable {
    /// Coastlines, borders and towns: the format is described at `MapLayer` of `HometaskMap`.
    case layer
    /// The script that reads the layer and draws it below everything else on a map of Leaflet.
    case ground
    /// The style and the script of the page that `hometask map` writes, except for ``ground``.
    case style, script
    /// Leaflet, with its style and its licence (BSD-2-Clause).
    case leaflet, leafletStyle, leafletLicence
    /// Leaflet.markercluster, with its style and its licence (MIT).
    case cluster, clusterStyle, clusterLicence

    private var number: hometask_map_asset {
        switch self {
        case .layer: HOMETASK_MAP_LAYER
        case .ground: HOMETASK_MAP_GROUND
        case .style: HOMETASK_MAP_STYLE
        case .script: HOMETASK_MAP_SCRIPT
        case .leaflet: HOMETASK_MAP_LEAFLET
        case .leafletStyle: HOMETASK_MAP_LEAFLET_STYLE
        case .leafletLicence: HOMETASK_MAP_LEAFLET_LICENCE
        case .cluster: HOMETASK_MAP_CLUSTER
        case .clusterStyle: HOMETASK_MAP_CLUSTER_STYLE
        case .clusterLicence: HOMETASK_MAP_CLUSTER_LICENCE
        }
    }

    /// The bytes of the file, which are constants of the program.
    public var bytes: UnsafeBufferPointer<UInt8> {
        var count = 0
        return UnsafeBufferPointer(start: hometask_map_asset(number, &count), count: count)
    }

    /// The file as text, without the reference to its source map, which is not included.
    public var text: String {
        let whole = String(decoding: bytes, as: UTF8.self)
        let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.filter { !$0.contains("# sourceMappingURL=") }.joined(separator: "\n")
    }
}
