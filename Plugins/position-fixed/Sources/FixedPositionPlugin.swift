// SPDX-License-Identifier: Apache-2.0

public import HometaskPlugin

/// A plugin that reports the position of a stationary device from its settings.
public struct FixedPositionPlugin: Plugin {
    /// The contents of the plugin's `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// The position source `fixed`.
    public let offers: [Offer] = [.position("fixed") { call in try FixedPosition(call.session).position }]

    /// The version that the plugin reports to the host, the same as in `plugin.json`.
    public let version = "1.0"

    /// Creates the plugin. Nothing is read or opened before the host calls one of the offers.
    public init() {}
}
