// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskMerging

/// A named place of the family, for tasks to be done there and for notes about it.
public struct PinRecord: DocumentRecord {
    /// The kind of the documents.
    public static let kind = DocumentKind.pin

    /// The fields common to all kinds.
    public private(set) var common: CommonFields
    /// The display name of the document.
    public let name: String
    /// The pin's coordinates; nil if the document has none, or ``hiding(_:)`` removed them.
    public private(set) var coordinates: Coordinates?
    /// The accuracy of the coordinates, in metres.
    public private(set) var accuracy: Double?
    /// The pin's labels, in byte order.
    public let labels: [String]

    /// Reads a pin from the members of its document; nil if the id is missing.
    public init?(_ members: JSONObject) {
        guard let common = CommonFields(members, of: Self.kind) else { return nil }
        self.common = common
        name = members.text("name") ?? ""
        let location = members["location"]
        coordinates = Coordinates(location)
        accuracy = location?["accuracy"]?.doubleValue
        labels = members.strings("labels")
    }

    /// The postal address; nil if the document has none, or ``hiding(_:)`` removed it.
    public var address: String? { texts["address"] }

    /// Returns the pin in a form that can be shared. Near home, its place is replaced with the point shown for all such
    /// places, or removed, and all texts except the name are removed.
    public func hiding(_ zone: HomeZone) -> PinRecord {
        guard let coordinates, zone.contains(coordinates) else { return self }
        var pin = self
        (pin.coordinates, pin.accuracy, pin.common.texts) = (zone.shown?.coordinates, zone.shown?.accuracy, [:])
        return pin
    }
}
