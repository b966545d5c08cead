// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// A named place of the family, for tasks to be done there and for notes about it.
public struct PinRecord: Hashable, Sendable, Identifiable {
    /// The pin's permanent id.
    public let id: DocumentID
    /// The name people use.
    public let name: String
    /// Its coordinates; nil if the document has none, or ``hiding(_:)`` removed them.
    public private(set) var coordinates: Coordinates?
    /// The accuracy of the coordinates, in metres.
    public private(set) var accuracy: Double?
    /// The texts of the pin's ``TextField``s; empty if ``hiding(_:)`` removed them.
    public private(set) var texts: [FieldName: String]
    /// Its labels, in byte order.
    public let labels: [String]
    /// When it was made.
    public let createdAt: Timestamp?
    /// Whether it is in the trash.
    public let isDeleted: Bool
    /// Whether concurrent edits of it are waiting for somebody's choice.
    public let hasConflict: Bool
    /// The fields that plugins added, by plugin and name, as stored in the document.
    public let extensions: JSONObject

    /// Reads a pin from the members of its document; nil if it has no id.
    public init?(_ members: JSONObject) {
        guard let id = members.id("id") else { return nil }
        self.id = id
        name = members.text("name") ?? ""
        let location = members["location"]
        coordinates = Coordinates(location)
        accuracy = location?["accuracy"]?.doubleValue
        texts = TextField.texts(of: .pin, in: members)
        labels = members.strings("labels")
        createdAt = members["created"]?.objectValue?.time("at")
        isDeleted = members["deleted"] != nil
        hasConflict = members["conflicts"]?.objectValue?.isEmpty == false
        extensions = members["extensions"]?.objectValue ?? [:]
    }

    /// The postal address; nil if the document has none, or ``hiding(_:)`` removed it.
    public var address: String? { texts["address"] }

    /// The pin as others may see it: near home, its place is replaced with the point that is shown for all such places,
    /// or removed; and its address and other texts besides the name are removed.
    public func hiding(_ zone: HomeZone) -> PinRecord {
        guard let coordinates, zone.contains(coordinates) else { return self }
        var pin = self
        (pin.coordinates, pin.accuracy, pin.texts) = (zone.shown?.coordinates, zone.shown?.accuracy, [:])
        return pin
    }
}
