// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A position on Earth, in WGS 84 coordinates.
public struct Position: Hashable, Sendable {
    /// The latitude in degrees, from -90 (south) to 90.
    public var latitude: Double
    /// The longitude in degrees, from -180 (west) to 180.
    public var longitude: Double
    /// The maximum error in metres; nil if it is unknown.
    public var accuracy: Double?
    /// The time of the measurement; nil for now.
    public var time: Timestamp?

    /// Creates a position; whether the degrees are in range is not checked.
    public init(latitude: Double, longitude: Double, accuracy: Double? = nil, time: Timestamp? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
        self.time = time
    }

    /// Reads a position from a message.
    init?(_ object: JSONObject) {
        guard let latitude = object["latitude"]?.doubleValue, let longitude = object["longitude"]?.doubleValue else {
            return nil
        }
        self.init(latitude: latitude, longitude: longitude, accuracy: object["accuracy"]?.doubleValue)
    }

    /// The position in the form of messages; numbers that JSON cannot express are left out.
    var json: JSONObject {
        var object = JSONObject()
        object["latitude"] = JSONNumber(latitude).map { .number($0) }
        object["longitude"] = JSONNumber(longitude).map { .number($0) }
        object["accuracy"] = accuracy.flatMap { JSONNumber($0) }.map { .number($0) }
        object["at"] = time.map { .string($0.rfc3339) }
        return object
    }
}

/// A place that a search found.
public struct PlaceMatch: Hashable, Sendable {
    /// The name of the place, without its address.
    public var name: String
    /// The address, in words.
    public var address: String?
    /// The country, in words.
    public var country: String?
    /// The number of inhabitants.
    public var population: Int?
    /// The position of the place.
    public var position: Position

    /// Creates a place; the country and the population stay nil.
    public init(name: String, address: String? = nil, position: Position) {
        self.name = name
        self.address = address
        self.position = position
    }

    /// The place in the form of messages.
    var json: JSONObject {
        var object = position.json
        object["name"] = .string(name)
        object["country"] = country.map { .string($0) }
        object["population"] = population.map { .number(JSONNumber($0)) }
        object["address"] = address.map { .string($0) }
        return object
    }
}
