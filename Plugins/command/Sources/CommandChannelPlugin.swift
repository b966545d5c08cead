// SPDX-License-Identifier: Apache-2.0

public import HometaskPlugin

/// A plugin that passes reminders to a user-defined program.
public struct CommandChannelPlugin: Plugin {
    /// The contents of the plugin's `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// The channel `command`: starts the program named in the device's settings, once for each reminder.
    public let offers: [Offer] = [
        .channel("command") { call, delivery in try ConfiguredProgram(call.session).runProgram(delivery, call) }
    ]

    /// The version that the plugin reports to the host, the same as in `plugin.json`.
    public let version = "1.0"

    /// Creates the plugin. Nothing is read or opened before the host calls one of the offers.
    public init() {}
}
