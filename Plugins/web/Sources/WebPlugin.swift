// SPDX-License-Identifier: Apache-2.0

public import HometaskPlugin

/// A plugin that sends reminders to webhooks and to ntfy.
public struct WebPlugin: Plugin {
    /// The contents of the plugin's `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// The channels `webhook`, which posts a reminder to an address, and `ntfy`, which publishes it on a topic.
    public let offers: [Offer] = [
        .channel("webhook") { call, delivery in try Webhook.post(delivery, call.session) },
        .channel("ntfy") { call, delivery in try NtfyTopic(delivery.address, call.session).publish(delivery) },
    ]

    /// The version that the plugin reports to the host, the same as in `plugin.json`.
    public let version = "1.0"

    /// Creates the plugin. Nothing is read or opened before the host calls one of the offers.
    public init() {}
}
