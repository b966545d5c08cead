// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// Where a family lives, and how that is hidden in what leaves the family: the field `home` of the family.
public struct Home: Hashable, Sendable {
    /// What becomes of the places near home.
    public enum Hiding: String, Sendable, CaseIterable {
        /// All of them are shown at one point, which tells no more than an area of some hundred metres.
        case blur
        /// Places near home are left out.
        case strip
    }

    /// The pin at home.
    public let pin: DocumentID
    /// How far from the pin places are hidden, in metres.
    public let radius: Double
    /// How they are hidden.
    public let hiding: Hiding

    /// The radii that there may be, in metres.
    public static let radii = 1.0...100_000.0
    /// The default radius, in metres.
    public static let usualRadius = 200.0

    /// A home.
    ///
    /// - Parameter radius: in metres; one that cannot be is taken to the nearest that can.
    public init(pin: DocumentID, radius: Double = Home.usualRadius, hiding: Hiding = .blur) {
        self.pin = pin
        self.radius = min(max(radius, Self.radii.lowerBound), Self.radii.upperBound)
        self.hiding = hiding
    }

    /// A home from its document value; nil if that names no pin. What cannot be read besides hides more rather than
    /// less.
    public init?(_ json: JSON?) {
        guard let pin = json?["pin"]?.stringValue.flatMap({ DocumentID($0) }) else { return nil }
        self.init(
            pin: pin, radius: json?["radius"]?.doubleValue ?? Self.usualRadius,
            hiding: json?["hide"]?.stringValue.flatMap { Hiding(rawValue: $0) } ?? .strip)
    }

    /// The value as documents hold it.
    public var json: JSON {
        var object: JSONObject = ["hide": .string(hiding.rawValue), "pin": .string(pin.description)]
        object["radius"] = JSONNumber(radius).map { .number($0) }
        return .object(object)
    }

    /// Whether it is known where home is.
    public enum Whereabouts: Hashable, Sendable {
        /// It is: this is hidden.
        case known(HomeZone)
        /// The home is unknown, so nothing can be hidden; the reason as the rest of a sentence: `its pin ‘Home’ is in
        /// the trash`.
        case unknown(String)
    }

    /// Where home is, as the documents of a version say it.
    public func whereabouts(reading reader: DocumentReader) throws(ReplicaError) -> Whereabouts {
        guard let path = DocumentPath(kind: .pin, id: pin), let bytes = try reader.bytes(at: path),
            let record = (try? JSONObject.parse(bytes)).flatMap({ PinRecord($0) })
        else { return .unknown("its pin is not there, or cannot be read") }
        if record.isDeleted { return .unknown("its pin ‘\(record.name)’ is in the trash") }
        guard let center = record.coordinates else { return .unknown("its pin ‘\(record.name)’ has no place") }
        return .known(HomeZone(center: center, radius: radius, hiding: hiding))
    }
}
