// SPDX-License-Identifier: Apache-2.0

public import HometaskPlugin

/// A plugin that finds towns and cities by name, in data compiled into the program.
public struct GazetteerPlugin: Plugin {
    /// The contents of the plugin's `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// The place search `gazetteer`.
    public let offers: [Offer] = [
        .places("gazetteer", attribution: "GeoNames, www.geonames.org, CC BY 4.0") { call in
            let limit = call.params["limit"]?.intValue ?? 10
            return PlaceSearch(call.text).places(near: call.near, limit: limit)
        }
    ]

    /// The version that the plugin reports to the host, the same as in `plugin.json`.
    public let version = "1.0"

    /// Creates the plugin. Nothing is read or opened before the host calls one of the offers.
    public init() {}
}
