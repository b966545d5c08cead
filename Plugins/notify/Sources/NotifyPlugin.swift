// SPDX-License-Identifier: Apache-2.0

public import HometaskDBus
public import HometaskPlugin

/// A plugin that shows reminders as desktop notifications.
public struct NotifyPlugin: Plugin {
    /// The contents of the plugin's `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// The channel `desktop`: shows each reminder as a notification on the desktop.
    public let offers: [Offer]

    /// The version that the plugin reports to the host, the same as in `plugin.json`.
    public let version = "1.0"

    /// Creates the plugin for the desktop of this session.
    public init() { self.init(bus: .session) }

    /// Creates the plugin for the desktop on a bus.
    public init(bus: DBusAddress) {
        offers = [
            .channel("desktop") { call, delivery in try DesktopNotification(delivery).show(on: bus, call.session) }
        ]
    }
}
