// SPDX-License-Identifier: Apache-2.0

public import HometaskPlugin

/// A plugin that reports the position of a GPS receiver, from gpsd.
public struct GPSDPlugin: Plugin {
    /// The contents of the plugin's `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// The position source `gpsd`.
    public let offers: [Offer]

    /// The version that the plugin reports to the host, the same as in `plugin.json`.
    public let version = "1.0"

    /// Creates the plugin. Nothing is read or opened before the host calls one of the offers.
    public init() { self.init(patience: 12_000) }

    /// Creates the plugin with another timeout.
    ///
    /// - Parameter patience: the maximum wait for a fix, in milliseconds; the host waits for 15 seconds.
    public init(patience: Int) {
        offers = [
            .position("gpsd") { call in
                try Receiver(call.session, patience: patience).position { try call.progress(0) }
            }
        ]
    }
}
