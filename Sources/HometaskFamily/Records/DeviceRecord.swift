// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A device of the family: it shows which member an actor writes for.
public struct DeviceRecord: Hashable, Sendable, Identifiable {
    /// The device's permanent id.
    public let id: DocumentID
    /// The name people use.
    public let name: String
    /// The member it writes for.
    public let member: DocumentID?
    /// The actors it has written as.
    public let actors: [String]
    /// The reminders that it last recorded as sent; nil if it has never sent any.
    public let reminded: SentReceipt?

    /// Whether the family has forgotten it. Its writes stay its own.
    public let isForgotten: Bool

    /// Reads a device from the members of its document; nil if it has no id.
    public init?(_ members: JSONObject) {
        guard let id = members.id("id") else { return nil }
        self.id = id
        name = members.text("name") ?? ""
        member = members.id("member")
        actors = members.strings("actors")
        reminded = SentReceipt(members["reminded"])
        isForgotten = members["deleted"] != nil
    }
}
