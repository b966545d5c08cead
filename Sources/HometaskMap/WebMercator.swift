// SPDX-License-Identifier: Apache-2.0

// Only for the sine, the tangent and their inverses.
import HometaskPlatform

/// The projection of web maps. The world between 85.05° south and 85.05° north is a square with sides of 1, whose
/// origin is in the north-west (EPSG:3857, "WGS 84 / Pseudo-Mercator", divided by 2πa).
public enum WebMercator {
    /// The latitude at which the world is as high as it is wide, in degrees: atan(sinh π).
    public static let limit = 85.051128779806604

    /// The length of the square's sides at the equator, in metres: 2πa of WGS 84.
    public static let circumference = 40_075_016.685578488

    /// Returns the position of a point: from 0 to 1, west to east and north to south. A latitude beyond the limit is
    /// moved to the limit.
    public static func position(of point: MapPoint) -> (x: Double, y: Double) {
        let latitude = min(max(point.latitude, -limit), limit) * .pi / 180
        let sine = sin(latitude)
        return ((point.longitude + 180) / 360, 0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi))
    }

    /// Returns the point at a position.
    public static func point(x: Double, y: Double) -> MapPoint {
        MapPoint(latitude: atan(sinh(.pi * (1 - 2 * y))) * 180 / .pi, longitude: x * 360 - 180)
    }

    /// Returns the length of the square's sides at a latitude in degrees, in metres.
    public static func metres(atLatitude latitude: Double) -> Double {
        circumference * cos(min(max(latitude, -limit), limit) * .pi / 180)
    }
}
