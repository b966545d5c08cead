// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A channel through which a member is reminded.
public struct MemberChannel: Hashable, Sendable {
    /// The name of the built-in channel: reminders printed by the command.
    public static let terminalName = "terminal"

    /// The channel's id among the member's channels.
    public let id: String
    /// The kind of channel: `terminal`, or the name that a plugin gives its own, such as `email`.
    public let name: String
    /// The address on it, if it has one.
    public let address: String?
    /// The device that sends on the channel; nil if each of the member's devices sends its own reminders.
    public let device: DocumentID?
    /// When the channel was added; earlier reminders are not sent on it.
    public let since: Timestamp?

    /// Creates a channel; `address`, `device` and `since` are optional.
    public init(id: String, name: String, address: String?, device: DocumentID?, since: Timestamp?) {
        self.id = id
        self.name = name
        self.address = address
        self.device = device
        self.since = since
    }

    /// Reads a channel from an element of a document's member `channels`; nil if the element is malformed.
    public init?(_ json: JSON) {
        guard let name = json["channel"]?.stringValue else { return nil }
        self.init(
            id: json["id"]?.stringValue ?? "", name: name, address: json["to"]?.stringValue,
            device: json["device"]?.stringValue.flatMap { DocumentID($0) },
            since: json["since"]?.stringValue.flatMap { Timestamp(rfc3339: $0) })
    }

    /// The channels of a document's member `channels`, in their order.
    public static func all(_ json: JSON?) -> [MemberChannel] {
        json?.arrayValue?.compactMap { MemberChannel($0) } ?? []
    }

    /// The element as stored in documents, without its id.
    package var members: JSONObject {
        var object: JSONObject = ["channel": .string(name)]
        object["to"] = address.map { .string($0) }
        object["device"] = device.map { .string($0.description) }
        object["since"] = since.map { .string($0.rfc3339) }
        return object
    }

    /// The name for people, with the address if there is one.
    public var words: String { address.map { "\(name) \($0)" } ?? name }
}
