// SPDX-License-Identifier: Apache-2.0

public import HometaskDBus
public import HometaskPlugin

/// The position that the desktop knows, from GeoClue.
public struct GeoCluePlugin: Plugin {
    /// The bytes of its `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// One source of positions.
    public let offers: [Offer]

    /// The version that the plugin reports to the host, the same as in `plugin.json`.
    public let version = "1.0"

    /// The plugin, for the bus of the system.
    public init() { self.init(bus: .system) }

    /// The plugin, for a GeoClue on another bus.
    public init(bus: DBusAddress) {
        offers = [.position("geoclue") { call in try GeoClue.position(on: bus) { try call.progress(0) } }]
    }
}
