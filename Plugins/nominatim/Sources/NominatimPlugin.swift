// SPDX-License-Identifier: Apache-2.0

public import HometaskPlugin

/// A plugin that finds places by name or address, through a network service.
public struct NominatimPlugin: Plugin {
    /// The contents of the plugin's `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// The place search `nominatim`.
    public let offers: [Offer] = [
        .places("nominatim", attribution: "© OpenStreetMap contributors, ODbL, www.openstreetmap.org/copyright") {
            call in
            try NominatimSearch(call).places()
        }
    ]

    /// The version that the plugin reports to the host, the same as in `plugin.json`.
    public let version = "1.0"

    /// Creates the plugin. Nothing is read or opened before the host calls one of the offers.
    public init() {}
}
