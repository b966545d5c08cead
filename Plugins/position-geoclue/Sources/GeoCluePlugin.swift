// SPDX-License-Identifier: Apache-2.0

public import HometaskDBus
public import HometaskPlugin

/// A plugin that reports the position that the desktop knows, from GeoClue.
public struct GeoCluePlugin: Plugin {
    /// The bytes of its `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// The position source `geoclue`.
    public let offers: [Offer]

    /// The version that the plugin reports to the host, the same as in `plugin.json`.
    public let version = "1.0"

    /// Creates the plugin for GeoClue on the system bus.
    public init() { self.init(bus: .system) }

    /// Creates the plugin for GeoClue on another bus.
    public init(bus: DBusAddress) {
        offers = [.position("geoclue") { call in try GeoClue.position(on: bus) { try call.progress(0) } }]
    }
}
