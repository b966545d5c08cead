// SPDX-License-Identifier: Apache-2.0

// For the sine, its inverse and the square root only: the geometry reads nothing of the machine.
import Glibc

extension Coordinates {
    /// The earth's mean radius R₁ in metres, (2a + b) / 3 of the ellipsoid GRS 80, as the International Union of Geodesy
    /// and Geophysics defines it (Moritz, "Geodetic Reference System 1980", Journal of Geodesy 74, 2000).
    public static let earthRadius = 6_371_008.8

    /// The length of the shortest way to another point over a sphere of the earth's mean radius, in metres.
    ///
    /// The earth is flattened, so the length differs by up to 0.6 % from the one over its ellipsoid.
    public func distance(to other: Coordinates) -> Double {
        let end = (latitude: other.latitude, longitude: other.longitude)
        let near = Self.haversine(from: (latitude, longitude), to: end)
        if near <= 0.5 { return 2 * Self.earthRadius * asin(near.squareRoot()) }
        // Towards the far side of the earth the haversine loses half its digits; seen from the antipode it does not.
        let far = Self.haversine(from: (-latitude, longitude + 180), to: end)
        return Self.earthRadius * (.pi - 2 * asin(far.squareRoot()))
    }

    /// hav(d) = hav(Δφ) + cos φ₁ cos φ₂ hav(Δλ), with hav(x) = sin²(x / 2).
    /// Source: R. W. Sinnott, "Virtues of the Haversine", Sky and Telescope 68, 1984.
    private static func haversine(
        from start: (latitude: Double, longitude: Double), to end: (latitude: Double, longitude: Double)
    ) -> Double {
        let radians = Double.pi / 180
        let rise = sin((end.latitude - start.latitude) * radians / 2)
        let turn = sin((end.longitude - start.longitude) * radians / 2)
        return rise * rise + cos(start.latitude * radians) * cos(end.latitude * radians) * turn * turn
    }
}
