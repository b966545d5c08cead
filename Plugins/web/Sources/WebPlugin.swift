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

/// A webhook, which receives a reminder as JSON: `id`, `title`, `body`, and `task`, `member` and `due` if known.
enum Webhook {
    /// The maximum size of the title and of the body in bytes.
    private static let longest = 32 << 10

    static func post(_ delivery: Delivery, _ session: PluginSession) throws {
        guard let text = delivery.address else {
            throw RPCError(
                .refused, "a web hook needs an address",
                hint: "Give it with the channel: 'hometask remind channel add webhook https://example.org/hook'.")
        }
        var message: JSONObject = [
            "id": .string(delivery.id), "title": .string(delivery.title.prefix(bytes: longest)),
            "body": .string(delivery.body.prefix(bytes: longest)),
        ]
        message["task"] = delivery.task.map { .string($0.description) }
        message["member"] = delivery.member.map { .string($0.description) }
        message["due"] = delivery.due.map { .string($0) }
        try WebRequest(to: WebAddress(text, what: "a web hook's address"), message, in: session).send()
    }
}
