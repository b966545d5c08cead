// SPDX-License-Identifier: Apache-2.0

public import HometaskPlugin

/// Towns and cities by their names, from data that the program has in it.
public struct GazetteerPlugin: Plugin {
    /// The bytes of its `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// One search for places.
    public let offers: [Offer] = [
        .places("gazetteer", attribution: "GeoNames, www.geonames.org, CC BY 4.0") { call in
            let limit = call.params["limit"]?.intValue ?? 10
            return PlaceSearch(call.text).places(near: call.near, limit: limit)
        }
    ]

    /// The version that it tells the host, the same as in `plugin.json`.
    public let version = "1.0"

    /// Creates the plugin. Nothing is read or opened before the host calls one of the offers.
    public init() {}
}
