// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A reminder to deliver.
public struct Delivery: Hashable, Sendable {
    /// The reminder's id, the same for each attempt, by which receivers can detect duplicates.
    public let id: String
    /// The subject, in one line.
    public let title: String
    /// The body of the message, as lines of text.
    public let body: String
    /// The address on the channel; nil if the channel needs none.
    public let address: String?
    /// The task that the reminder is about.
    public let task: DocumentID?
    /// The member to remind; nil if the message names none.
    public let member: DocumentID?
    /// When the task is due: an instant (RFC 3339) or a date.
    public let due: String?

    init(_ params: JSONObject) {
        let message = params["message"]?.objectValue ?? [:]
        id = message["id"]?.stringValue ?? ""
        title = message["title"]?.stringValue ?? ""
        body = message["body"]?.stringValue ?? ""
        address = params["to"]?.stringValue
        task = message["task"]?.stringValue.flatMap { DocumentID($0) }
        member = message["member"]?.stringValue.flatMap { DocumentID($0) }
        due = message["due"]?.stringValue
    }
}
