// SPDX-License-Identifier: Apache-2.0

public import HometaskPlugin

/// A plugin that reports the position that a GPS receiver measures, from gpsd.
public struct GPSDPlugin: Plugin {
    /// The bytes of its `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// The position source `gpsd`.
    public let offers: [Offer] = [
        .position("gpsd") { call in try Receiver(call.session).position { try call.progress(0) } }
    ]

    /// The version that the plugin reports to the host, the same as in `plugin.json`.
    public let version = "1.0"

    /// Creates the plugin. Nothing is read or opened before the host calls one of the offers.
    public init() {}
}
