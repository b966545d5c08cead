// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The family's home, and how it is hidden in data that leaves the family: the field `home` of the family.
public struct Home: Hashable, Sendable {
    /// How places near home are hidden.
    public enum Hiding: String, Sendable, CaseIterable {
        /// All such places are shown at one point, which reveals only an area of some hundred metres.
        case blur
        /// Places near home are left out.
        case strip
    }

    /// The pin at home.
    public let pin: DocumentID
    /// The distance from the pin within which places are hidden, in metres.
    public let radius: Double
    /// How places near home are hidden.
    public let hiding: Hiding

    /// The valid radii, in metres.
    public static let radii = 1.0...100_000.0
    /// The default radius, in metres.
    public static let usualRadius = 200.0

    /// Creates a home. The radius is in metres; an invalid radius is clamped.
    public init(pin: DocumentID, radius: Double = Home.usualRadius, hiding: Hiding = .blur) {
        self.pin = pin
        self.radius = min(max(radius, Self.radii.lowerBound), Self.radii.upperBound)
        self.hiding = hiding
    }

    /// Reads a home from its document value; nil if it names no pin. Other unreadable values are replaced with defaults
    /// that hide more rather than less.
    public init?(_ json: JSON?) {
        guard let pin = json?["pin"]?.stringValue.flatMap({ DocumentID($0) }) else { return nil }
        self.init(
            pin: pin, radius: json?["radius"]?.doubleValue ?? Self.usualRadius,
            hiding: json?["hide"]?.stringValue.flatMap { Hiding(rawValue: $0) } ?? .strip)
    }

    /// The value as stored in documents.
    public var json: JSON {
        var object: JSONObject = ["hide": .string(hiding.rawValue), "pin": .string(pin.description)]
        object["radius"] = JSONNumber(radius).map { .number($0) }
        return .object(object)
    }

    /// Whether the location of home is known.
    public enum Location: Hashable, Sendable {
        /// The location is known; this zone is hidden.
        case known(HomeZone)
        /// The location is unknown, so nothing can be hidden; with the reason as the rest of a sentence: `its pin
        /// ‘Home’ is in the trash`.
        case unknown(String)
    }

    /// Returns the location of home, according to the documents of a version.
    public func location(reading reader: DocumentReader) throws(ReplicaError) -> Location {
        guard let path = DocumentPath(kind: .pin, id: pin), let bytes = try reader.bytes(at: path),
            let record = (try? JSONObject.parse(bytes)).flatMap({ PinRecord($0) })
        else { return .unknown("its pin does not exist, or cannot be read") }
        if record.isDeleted { return .unknown("its pin ‘\(record.name)’ is in the trash") }
        guard let center = record.coordinates else { return .unknown("its pin ‘\(record.name)’ has no location") }
        return .known(HomeZone(center: center, radius: radius, hiding: hiding))
    }
}
