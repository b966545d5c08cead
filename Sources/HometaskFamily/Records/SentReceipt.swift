// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A device's record of the reminders that it has sent, so that other devices need not send them too.
public struct SentReceipt: Hashable, Sendable {
    /// When the receipt was made, by the device's clock.
    public let at: Timestamp
    /// The sent reminders that were still open at that time, by id prefix.
    public let sent: Set<String>
    /// The time of the latest nag sent, by the prefix of the id that all nags of one date share.
    public let nags: [String: Timestamp]

    /// The command name with which a receipt is committed: plugins are notified of it, and `undo` skips it.
    public static let command = "remind"

    /// The number of digits of an id that are recorded: 48 bits, enough for some thousands of ids.
    public static let digits = 12

    /// Creates a receipt; use ``digits(of:)`` for the id prefixes.
    public init(at: Timestamp, sent: Set<String> = [], nags: [String: Timestamp] = [:]) {
        self.at = at
        self.sent = sent
        self.nags = nags
    }

    /// Reads a receipt from the field `reminded` of a device; nil if it is not one.
    public init?(_ json: JSON?) {
        guard let object = json?.objectValue, let at = object.time("at") else { return nil }
        var nags: [String: Timestamp] = [:]
        for (key, value) in object["nags"]?.objectValue?.members ?? JSONObject().members {
            nags[key.string] = value.stringValue.flatMap { Timestamp(rfc3339: $0) }
        }
        self.init(at: at, sent: Set(object.strings("sent")), nags: nags)
    }

    /// The value as stored in documents.
    public var json: JSON {
        var object: JSONObject = ["at": .string(at.rfc3339)]
        if !sent.isEmpty { object["sent"] = .array(sent.sorted().map { .string($0) }) }
        var latest = JSONObject()
        for (key, time) in nags.sorted(by: { $0.key < $1.key }) { latest[ExactString(key)] = .string(time.rfc3339) }
        if !latest.isEmpty { object["nags"] = .object(latest) }
        return .object(object)
    }

    /// Returns the prefix of an id, as used in receipts.
    public static func digits(of id: DocumentID) -> String {
        String(id.description.filter { $0 != "-" }.prefix(digits))
    }
}
