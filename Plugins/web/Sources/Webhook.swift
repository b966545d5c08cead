// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin

/// A reminder as JSON, for whatever listens at an address: `id`, `title`, `body`, and `task`, `member` and `due` where
/// they are known.
enum Webhook {
    /// The most bytes of the body that are sent.
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
        try WebRequest(to: WebAddress(text, what: "a web hook's address"), message, session).send()
    }
}

extension String {
    /// As many of the first characters as fit into that many bytes.
    func prefix(bytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var kept = String.UnicodeScalarView()
        var count = 0
        for scalar in unicodeScalars {
            count += UTF8.width(scalar)
            if count > limit - 3 { break }
            kept.append(scalar)
        }
        return String(kept) + "…"
    }
}
