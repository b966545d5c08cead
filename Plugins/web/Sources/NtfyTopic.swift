// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin

/// A topic of an ntfy server. Messages are published as described under “Publish as JSON” (docs.ntfy.sh/publish).
struct NtfyTopic {
    private let server: WebAddress
    private let topic: String
    private let token: String?
    private let session: PluginSession

    /// The maximum size of an ntfy message in bytes; a longer message becomes an attachment.
    private static let longestMessage = 4096
    /// The maximum size of a title in bytes, for display on a phone.
    private static let longestTitle = 250

    /// A topic from its name, on the server in the setting `ntfy-server`, or from its URL on another server.
    init(_ address: String?, _ session: PluginSession) throws {
        guard let address else {
            throw RPCError(
                .refused, "ntfy needs a topic",
                hint: "Give it with the channel: 'hometask remind channel add ntfy my-secret-topic'.")
        }
        self.session = session
        let own = try WebAddress(session.setting("ntfy-server") ?? "https://ntfy.sh", what: "‘ntfy-server’")
        if address.contains("://") {
            let whole = try WebAddress(address, what: "a topic's address")
            let path = whole.text.prefix { $0 != "?" && $0 != "#" }
            let slash = path.lastIndex(of: "/") ?? path.endIndex
            server = try WebAddress(String(path[..<slash]) + "/", what: "a topic's address")
            topic = String(path[slash...].dropFirst())
        } else {
            server = own
            topic = address
        }
        guard (1...64).contains(topic.utf8.count), topic.utf8.allSatisfy(Self.isTopic) else {
            throw RPCError(
                .refused, "an ntfy topic should have up to 64 letters, digits, - and _, but is ‘\(topic.prefix(80))’")
        }
        // The token is only sent to the server in this device's settings, never to one from a document.
        token = server.server == own.server ? session.setting("ntfy-token") : nil
    }

    private static func isTopic(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Publishes a reminder. Its id becomes the message's sequence id, so that the reminder replaces its previous
    /// message on a phone (ntfy 2.16; earlier servers ignore it).
    func publish(_ delivery: Delivery) throws {
        let title = delivery.title.prefix(bytes: Self.longestTitle)
        var message: JSONObject = ["topic": .string(topic), "message": .string(title)]
        if !delivery.body.isEmpty {
            message["title"] = .string(title)
            message["message"] = .string(delivery.body.prefix(bytes: Self.longestMessage))
        }
        if (1...64).contains(delivery.id.utf8.count), delivery.id.utf8.allSatisfy(Self.isTopic) {
            message["sequence_id"] = .string(delivery.id)
        }
        var request = WebRequest(to: server, message, in: session)
        request.token = token
        try request.send()
    }
}
