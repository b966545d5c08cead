// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The completion of a task: when, by whom, and with which photo as proof.
public struct Completion: Hashable, Sendable {
    /// When it was done.
    public var at: Timestamp
    /// The member who did it; nil if none is named.
    public var by: DocumentID?
    /// The photo that proves it.
    public var photo: DocumentID?

    /// Creates a completion; `photo` is nil if no photo proves it.
    public init(at: Timestamp, by: DocumentID?, photo: DocumentID? = nil) {
        self.at = at
        self.by = by
        self.photo = photo
    }

    /// Parses a completion from its document value; nil if the value is malformed.
    public init?(_ json: JSON?) {
        guard let at = json?["at"]?.stringValue.flatMap({ Timestamp(rfc3339: $0) }) else { return nil }
        self.at = at
        by = json?["by"]?.stringValue.flatMap { DocumentID($0) }
        photo = json?["photo"]?.stringValue.flatMap { DocumentID($0) }
    }

    /// The value as stored in documents.
    public var json: JSON {
        var object: JSONObject = ["at": .string(at.rfc3339)]
        object["by"] = by.map { .string($0.description) }
        object["photo"] = photo.map { .string($0.description) }
        return .object(object)
    }
}
