// SPDX-License-Identifier: Apache-2.0

public import HometaskPlugin

/// Reminders that a program of this device's own takes.
public struct CommandChannelPlugin: Plugin {
    /// The bytes of its `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// One channel.
    public let offers: [Offer] = [
        .channel("command") { call, delivery in try OwnProgram(call.session).take(delivery, call) }
    ]

    /// Its own version.
    public let version = "1.0"

    /// The plugin.
    public init() {}
}
