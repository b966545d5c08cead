// SPDX-License-Identifier: Apache-2.0

public import HometaskPlugin

/// A plugin that passes reminders to a program of the user.
public struct CommandChannelPlugin: Plugin {
    /// The bytes of its `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// The channel `command`: starts the program that the device's settings name, once for each reminder.
    public let offers: [Offer] = [
        .channel("command") { call, delivery in try ConfiguredProgram(call.session).runProgram(delivery, call) }
    ]

    /// The version that the plugin reports to the host, the same as in `plugin.json`.
    public let version = "1.0"

    /// Creates the plugin. Nothing is read or opened before the host calls one of the offers.
    public init() {}
}
