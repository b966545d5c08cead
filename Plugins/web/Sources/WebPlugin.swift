// SPDX-License-Identifier: Apache-2.0

public import HometaskPlugin

/// Reminders for web hooks and for ntfy.
public struct WebPlugin: Plugin {
    /// The bytes of its `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// Two channels.
    public let offers: [Offer] = [
        .channel("webhook") { call, delivery in try Webhook.post(delivery, call.session) },
        .channel("ntfy") { call, delivery in try NtfyTopic(delivery.address, call.session).publish(delivery) },
    ]

    /// Its own version.
    public let version = "1.0"

    /// The plugin.
    public init() {}
}
