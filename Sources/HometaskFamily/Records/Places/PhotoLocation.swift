// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The location where a photo was taken, and its source.
public struct PhotoLocation: Hashable, Sendable {
    /// The source of a location: the photo's file, the device, or a person.
    public enum Source: String, Sendable, CaseIterable {
        /// The file itself contains it (Exif).
        case exif
        /// The position of the device when it attached the photo.
        case device
        /// A person typed it, for the photo or as the position of the device.
        case hand
    }

    /// The point where it was taken, which may be off by ``accuracy``.
    public var coordinates: Coordinates
    /// The possible distance from the true location, in metres; nil if unknown.
    public var accuracy: Double?
    /// The source of the location; nil if the document does not say.
    public var source: Source?
    /// When the device measured it; nil if that is not known.
    public var time: Timestamp?

    /// Creates a place; `accuracy` is in metres, and `time` is when a device measured it.
    public init(_ coordinates: Coordinates, accuracy: Double? = nil, source: Source?, time: Timestamp? = nil) {
        self.coordinates = coordinates
        self.accuracy = accuracy
        self.source = source
        self.time = time
    }

    /// Reads a place from the field `location` of a photo; nil if it contains none.
    public init?(_ json: JSON?) {
        guard let coordinates = Coordinates(json) else { return nil }
        self.init(
            coordinates, accuracy: json?["accuracy"]?.doubleValue,
            source: json?["source"]?.stringValue.flatMap { Source(rawValue: $0) },
            time: json?["at"]?.stringValue.flatMap { Timestamp(rfc3339: $0) })
    }

    /// The value for the field `location` of a photo.
    public var json: JSON {
        guard case .object(var object) = coordinates.location(accuracy: accuracy) else { return .null }
        object["source"] = source.map { .string($0.rawValue) }
        object["at"] = time.map { .string($0.rfc3339) }
        return .object(object)
    }
}
