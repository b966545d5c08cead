// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A device of the family: it shows which member an actor writes for.
public struct DeviceRecord: Hashable, Sendable, Identifiable {
    /// The device's permanent id.
    public let id: DocumentID
    /// The display name of the document.
    public let name: String
    /// The member that the device writes for.
    public let member: DocumentID?
    /// The actors it has written as.
    public let actors: [String]
    /// The reminders that it last recorded as sent; nil if it has never sent any.
    public let reminded: SentReceipt?

    /// Whether the family has forgotten the device, whose writes are still attributed to it.
    public let isForgotten: Bool

    /// Reads a device from the members of its document; nil if the id is missing.
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
