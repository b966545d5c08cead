// SPDX-License-Identifier: Apache-2.0

/// A point on the earth, in degrees of WGS 84.
public struct MapPoint: Hashable, Sendable {
    /// Degrees north of the equator.
    public let latitude: Double
    /// Degrees east of Greenwich.
    public let longitude: Double

    /// Creates a point without checking the numbers.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
