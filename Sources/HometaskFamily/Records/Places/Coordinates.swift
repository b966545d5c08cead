// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A point on the earth, in degrees of WGS 84.
public struct Coordinates: Hashable, Sendable {
    /// Degrees north of the equator, −90 to 90.
    public let latitude: Double
    /// Degrees east of Greenwich, −180 to 180.
    public let longitude: Double

    /// Creates a point; nil if a number is not finite or out of range.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        // Adding zero turns a negative zero, which people do not expect to see, into a positive one.
        self.latitude = latitude + 0
        self.longitude = longitude + 0
    }

    /// Reads a point from the field `location` of a document; nil if it contains none.
    public init?(_ location: JSON?) {
        guard let latitude = location?["latitude"]?.doubleValue, let longitude = location?["longitude"]?.doubleValue
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// The value for the field `location` of a document.
    ///
    /// - Parameter accuracy: the accuracy of the point, in metres; nil if unknown.
    public func location(accuracy: Double? = nil) -> JSON {
        var object = JSONObject()
        object["latitude"] = JSONNumber(latitude).map { .number($0) }
        object["longitude"] = JSONNumber(longitude).map { .number($0) }
        object["accuracy"] = accuracy.flatMap { JSONNumber($0) }.map { .number($0) }
        return .object(object)
    }
}

extension Coordinates: CustomStringConvertible {
    /// Latitude and longitude, `52.37,4.89`, to seven decimals, which is about a centimetre.
    public var description: String { "\(Self.decimal(latitude)),\(Self.decimal(longitude))" }

    /// Parses a point from two decimal numbers separated by a comma; spaces are allowed. Nil for any other text, or if
    /// a number is out of range.
    public init?(text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(Self.degrees)
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// Whether a text consists of two decimal numbers separated by a comma, in range or not.
    public static func areNumbers(_ text: String) -> Bool {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { degrees($0) != nil }
    }

    /// Parses digits with at most one point and an optional sign: no exponent, and none of the words that `Double`
    /// accepts.
    private static func degrees(_ text: Substring) -> Double? {
        let digits = text.filter { !$0.isWhitespace }
        let magnitude = digits.first == "-" || digits.first == "+" ? digits.dropFirst() : digits[...]
        guard magnitude.utf8.contains(where: { (0x30...0x39).contains($0) }),
            magnitude.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E })
        else { return nil }
        return Double(digits)
    }

    private static func decimal(_ degrees: Double) -> String {
        let units = Int64((degrees.magnitude * 1e7).rounded())
        var text = "\(units / 10_000_000)"
        var fraction = String(String(units % 10_000_000 + 10_000_000).dropFirst())
        while fraction.last == "0" { fraction.removeLast() }
        if !fraction.isEmpty { text += "." + fraction }
        return degrees < 0 && units != 0 ? "-" + text : text
    }
}

extension Coordinates {
    /// Returns the length of the shortest path to another point on the WGS 84 ellipsoid, in metres.
    public func distance(to other: Coordinates) -> Double { Geodesic(from: self, to: other).length }
}
