// SPDX-License-Identifier: Apache-2.0

public import HometaskPlugin

/// Places by their names and addresses, from a service on the network.
public struct NominatimPlugin: Plugin {
    /// The bytes of its `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// One search for places.
    public let offers: [Offer] = [
        .places("nominatim", attribution: "© OpenStreetMap contributors, ODbL, www.openstreetmap.org/copyright") {
            call in
            try NominatimSearch(call).places()
        }
    ]

    /// The version that it tells the host, the same as in `plugin.json`.
    public let version = "1.0"

    /// Creates the plugin. Nothing is read or opened before the host calls one of the offers.
    public init() {}
}
