// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A point on the earth, in degrees of WGS 84.
public struct Coordinates: Hashable, Sendable {
    /// Degrees north of the equator, −90 to 90.
    public let latitude: Double
    /// Degrees east of Greenwich, −180 to 180.
    public let longitude: Double

    /// A point; nil where a number is out of range.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A place.
public struct PinRecord: Hashable, Sendable, Identifiable {
    /// The pin's name for life.
    public let id: DocumentID
    /// The name people use.
    public let name: String
    /// Where it is.
    public let coordinates: Coordinates?
    /// How exact the coordinates are, in metres.
    public let accuracy: Double?
    /// The postal address.
    public let address: String?
    /// Its labels, in byte order.
    public let labels: [String]
    /// Whether it is in the trash.
    public let isDeleted: Bool
    /// Whether concurrent edits of it wait for somebody to choose.
    public let hasConflict: Bool

    /// A pin from the members of its document; nil where it has no id.
    public init?(_ members: JSONObject) {
        guard let id = members.id("id") else { return nil }
        self.id = id
        name = members.text("name") ?? ""
        let location = members["location"]
        if let latitude = location?["latitude"]?.doubleValue, let longitude = location?["longitude"]?.doubleValue {
            coordinates = Coordinates(latitude: latitude, longitude: longitude)
        } else {
            coordinates = nil
        }
        accuracy = location?["accuracy"]?.doubleValue
        address = members.text("address")
        labels = members.strings("labels")
        isDeleted = members["deleted"] != nil
        hasConflict = members["conflicts"]?.objectValue?.isEmpty == false
    }
}
