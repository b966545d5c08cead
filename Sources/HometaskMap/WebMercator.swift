// SPDX-License-Identifier: Apache-2.0

// For the sine, the tangent and their inverses only.
import Glibc

/// The projection of maps on the web: the world between 85.05° south and north as a square with sides of 1, its corner
/// at the north-west (EPSG:3857, "WGS 84 / Pseudo-Mercator", over 2πa).
public enum WebMercator {
    /// The latitude at which the world is as high as it is wide, in degrees: atan(sinh π).
    public static let limit = 85.051128779806604

    /// How many metres the sides of the square are long at the equator: 2πa of WGS 84.
    public static let circumference = 40_075_016.685578488

    /// Where a point is: 0 to 1 from west to east and from north to south. What lies beyond the limit is put at it.
    public static func position(of point: MapPoint) -> (x: Double, y: Double) {
        let latitude = min(max(point.latitude, -limit), limit) * .pi / 180
        let sine = sin(latitude)
        return ((point.longitude + 180) / 360, 0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi))
    }

    /// The point at a position.
    public static func point(x: Double, y: Double) -> MapPoint {
        MapPoint(latitude: atan(sinh(.pi * (1 - 2 * y))) * 180 / .pi, longitude: x * 360 - 180)
    }

    /// How many metres a side of 1 stands for at a latitude, in degrees.
    public static func metres(atLatitude latitude: Double) -> Double {
        circumference * cos(min(max(latitude, -limit), limit) * .pi / 180)
    }
}
