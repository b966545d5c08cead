// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// Where a task has to be done.
public struct Place: Hashable, Sendable {
    /// The id of the pin where it has to be done.
    public var pin: DocumentID
    /// The maximum distance from it, in metres; nil if the task can be done anywhere.
    public var within: Double?

    /// Creates a place; without a distance in metres, the task can be done anywhere.
    public init(pin: DocumentID, within: Double? = nil) {
        self.pin = pin
        self.within = within
    }

    /// Parses a place from its document value; nil if the value is malformed.
    public init?(_ json: JSON?) {
        guard let pin = json?["pin"]?.stringValue.flatMap({ DocumentID($0) }) else { return nil }
        self.init(pin: pin, within: json?["within"]?.doubleValue)
    }

    /// The value as stored in documents.
    public var json: JSON {
        var object: JSONObject = ["pin": .string(pin.description)]
        object["within"] = within.flatMap { JSONNumber($0) }.map { .number($0) }
        return .object(object)
    }
}
