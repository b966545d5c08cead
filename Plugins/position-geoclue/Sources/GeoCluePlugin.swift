// SPDX-License-Identifier: Apache-2.0

public import HometaskDBus
public import HometaskPlugin

/// A plugin that reports the desktop's position, from GeoClue.
public struct GeoCluePlugin: Plugin {
    /// The contents of the plugin's `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// The position source `geoclue`.
    public let offers: [Offer]

    /// The version that the plugin reports to the host, the same as in `plugin.json`.
    public let version = "1.0"

    /// Creates the plugin for GeoClue on the system bus.
    public init() { self.init(bus: .system) }

    /// Creates the plugin for GeoClue on another bus.
    ///
    /// - Parameter patience: the maximum wait for the first position, in milliseconds; the host waits for 15 seconds.
    public init(bus: DBusAddress, patience: Int = 12_000) {
        offers = [
            .position("geoclue") { call in
                try GeoClue.position(on: bus, patience: patience) { try call.progress(0) }
            }
        ]
    }
}
