// SPDX-License-Identifier: Apache-2.0

// Only for trigonometry and the square root: the geometry does not depend on the machine.
import CMath

/// The shortest path on the WGS 84 ellipsoid from one point to another.
///
/// Source: T. Vincenty, "Direct and inverse solutions of geodesics on the ellipsoid with application of nested
/// equations", Survey Review 23 (176), 1975. Its iteration does not terminate for points that are nearly antipodal. For
/// these, the azimuth is searched for as described by C. F. F. Karney in "Algorithms for geodesics", Journal of Geodesy
/// 87, 2013, sections 4 and 5. Lengths are accurate to a millimetre.
public struct Geodesic: Hashable, Sendable {
    /// Its length, in metres.
    public let length: Double
    /// Its initial direction, in degrees clockwise from north, from 0 up to 360; nil if both points are the same.
    public let azimuth: Double?

    /// The semi-major axis of WGS 84 in metres, and its flattening (NIMA TR8350.2, third edition).
    private static let (axis, flattening) = (6_378_137.0, 1 / 298.257223563)

    /// Computes the path from one point to another.
    public init(from start: Coordinates, to end: Coordinates) {
        let ends = ReducedEnds(from: start, to: end, flattening: Self.flattening)
        let arc = Arc.iterated(ends, Self.flattening) ?? Arc.searched(ends, Self.flattening)
        length = arc.length(Self.axis, Self.flattening)
        // Below this the points are less than a tenth of a micrometre apart.
        guard arc.sigma > 1e-14 else {
            azimuth = nil
            return
        }
        let degrees = atan2(arc.azimuth.sine, arc.azimuth.cosine) * 180 / .pi
        azimuth = degrees < 0 ? degrees + 360 : degrees + 0
    }
}

extension Geodesic {
    /// The length of a degree of longitude along the parallel of a latitude in degrees, in metres.
    static func longitudeDegree(at latitude: Double) -> Double {
        let sine = sin(latitude * .pi / 180)
        let squared = flattening * (2 - flattening)
        return .pi / 180 * axis * cos(latitude * .pi / 180) / (1 - squared * sine * sine).squareRoot()
    }

    /// The length of a degree of latitude where it is shortest, at the equator, in metres.
    static let shortestLatitudeDegree = .pi / 180 * axis * (1 - flattening) * (1 - flattening)
}

/// An angle, represented by its sine and cosine.
private struct Angle {
    let sine: Double
    let cosine: Double

    init(_ radians: Double) {
        (sine, cosine) = (sin(radians), cos(radians))
    }

    init(sine: Double, cosine: Double) {
        (self.sine, self.cosine) = (sine, cosine)
    }
}

/// Two points on the auxiliary sphere: their reduced latitudes, and the longitude of the second east of the first.
private struct ReducedEnds {
    let start: Angle
    let end: Angle
    /// In radians, from −π to π.
    let longitude: Double

    init(from start: Coordinates, to end: Coordinates, flattening: Double) {
        func reduced(_ latitude: Double) -> Angle {
            Angle(atan((1 - flattening) * tan(latitude * .pi / 180)))
        }
        (self.start, self.end) = (reduced(start.latitude), reduced(end.latitude))
        longitude = (end.longitude - start.longitude).remainder(dividingBy: 360) * .pi / 180
    }
}

/// The path on the auxiliary sphere.
private struct Arc {
    /// Its length in radians.
    let sigma: Double
    /// Its initial direction, clockwise from north.
    let azimuth: Angle
    /// The sine of its azimuth where it crosses the equator.
    let sineAlpha: Double
    /// The cosine of twice the arc length from the equator crossing to the midpoint.
    let cosineMiddle: Double

    private var squaredCosineAlpha: Double { max(0, 1 - sineAlpha * sineAlpha) }

    /// Vincenty's equation (11) less λ: the difference in longitude between the path on the sphere and on the
    /// ellipsoid.
    func excess(_ flattening: Double) -> Double {
        let squared = squaredCosineAlpha
        let c = flattening / 16 * squared * (4 + flattening * (4 - 3 * squared))
        let inner = cosineMiddle + c * cos(sigma) * (2 * cosineMiddle * cosineMiddle - 1)
        return (1 - c) * flattening * sineAlpha * (sigma + c * sin(sigma) * inner)
    }

    /// Vincenty's equations (3), (4), (6) and (19).
    func length(_ axis: Double, _ flattening: Double) -> Double {
        let minor = axis * (1 - flattening)
        let squared = squaredCosineAlpha * (axis * axis - minor * minor) / (minor * minor)
        let a = 1 + squared / 16384 * (4096 + squared * (-768 + squared * (320 - 175 * squared)))
        let b = squared / 1024 * (256 + squared * (-128 + squared * (74 - 47 * squared)))
        let middle = 2 * cosineMiddle * cosineMiddle - 1
        let third = b / 6 * cosineMiddle * (4 * sin(sigma) * sin(sigma) - 3) * (4 * cosineMiddle * cosineMiddle - 3)
        let difference = b * sin(sigma) * (cosineMiddle + b / 4 * (cos(sigma) * middle - third))
        return minor * a * (sigma - difference)
    }

    /// The path by Vincenty's iteration over the longitude; nil if it does not converge.
    static func iterated(_ ends: ReducedEnds, _ flattening: Double) -> Arc? {
        var lambda = ends.longitude
        for _ in 0..<40 {
            let arc = Arc(ends, longitude: lambda)
            let next = ends.longitude + arc.excess(flattening)
            if abs(next) > .pi { return nil }
            if abs(next - lambda) < 1e-14 { return arc }
            lambda = next
        }
        return nil
    }

    /// The great circle between two points with a given difference in longitude in radians: equations (14) to (18).
    private init(_ ends: ReducedEnds, longitude: Double) {
        let (start, end, lambda) = (ends.start, ends.end, Angle(longitude))
        let east = end.cosine * lambda.sine
        let north = start.cosine * end.sine - start.sine * end.cosine * lambda.cosine
        let sine = hypot(east, north)
        let cosine = start.sine * end.sine + start.cosine * end.cosine * lambda.cosine
        sigma = atan2(sine, cosine)
        azimuth = sine == 0 ? Angle(sine: 0, cosine: 1) : Angle(sine: east / sine, cosine: north / sine)
        sineAlpha = start.cosine * azimuth.sine
        let squared = 1 - sineAlpha * sineAlpha
        // A path along the equator does not cross it, and then the coefficient of this term is zero.
        cosineMiddle = squared > 1e-15 ? cosine - 2 * start.sine * end.sine / squared : 0
    }

    /// The path by a search for the azimuth at which it reaches the other point's longitude.
    ///
    /// The points are swapped and mirrored so that β₁ ≤ 0 and β₁ ≤ β₂ ≤ −β₁ and the path leads east: then the longitude
    /// that is reached increases with the azimuth (Karney, section 4).
    static func searched(_ ends: ReducedEnds, _ flattening: Double) -> Arc {
        let isSwapped = abs(ends.start.sine) < abs(ends.end.sine)
        let (first, second) = isSwapped ? (ends.end, ends.start) : (ends.start, ends.end)
        let isMirrored = first.sine > 0
        let sign = isMirrored ? -1.0 : 1.0
        // Not quite zero, so that a path along the equator that starts west of north is not mistaken for one of zero
        // length.
        let start = Angle(sine: min(sign * first.sine, -1e-200), cosine: first.cosine)
        let end = Angle(sine: sign * second.sine, cosine: second.cosine)
        var (low, high) = (0.0, Double.pi)
        var crossing = Crossing(start, end, azimuth: .pi / 2)
        // After this many bisections, an interval of π is smaller than the last digit of a Double.
        for _ in 0..<60 {
            let middle = (low + high) / 2
            crossing = Crossing(start, end, azimuth: middle)
            if crossing.omega - crossing.arc.excess(flattening) < abs(ends.longitude) {
                low = middle
            } else {
                high = middle
            }
        }
        let leaving = isSwapped ? crossing.arrival : crossing.arc.azimuth
        let isWestward = (ends.longitude < 0) != isSwapped
        return Arc(
            sigma: crossing.arc.sigma,
            azimuth: Angle(
                sine: (isWestward ? -1 : 1) * (isSwapped ? -1 : 1) * leaving.sine,
                cosine: (isMirrored ? -1 : 1) * (isSwapped ? -1 : 1) * leaving.cosine),
            sineAlpha: crossing.arc.sineAlpha, cosineMiddle: crossing.arc.cosineMiddle)
    }

    init(sigma: Double, azimuth: Angle, sineAlpha: Double, cosineMiddle: Double) {
        (self.sigma, self.azimuth) = (sigma, azimuth)
        (self.sineAlpha, self.cosineMiddle) = (sineAlpha, cosineMiddle)
    }
}

/// Where a path that leaves a point at some azimuth reaches another latitude (Karney, equations 5, 10, 11, 12 and 45).
private struct Crossing {
    let arc: Arc
    /// Its longitude difference to the east on the auxiliary sphere, in radians.
    let omega: Double
    /// Its direction at that point.
    let arrival: Angle

    init(_ start: Angle, _ end: Angle, azimuth: Double) {
        let leaving = Angle(azimuth)
        let sineAlpha = leaving.sine * start.cosine
        let northward = leaving.cosine * start.cosine
        let difference =
            start.cosine < -start.sine
            ? (end.cosine - start.cosine) * (end.cosine + start.cosine)
            : (start.sine - end.sine) * (start.sine + end.sine)
        let arriving = max(0, northward * northward + difference).squareRoot()
        arrival = Angle(sine: sineAlpha / end.cosine, cosine: arriving / end.cosine)
        let (sigma1, sigma2) = (atan2(start.sine, northward), atan2(end.sine, arriving))
        omega = atan2(sineAlpha * end.sine, arriving) - atan2(sineAlpha * start.sine, northward)
        arc = Arc(
            sigma: sigma2 - sigma1, azimuth: leaving, sineAlpha: sineAlpha, cosineMiddle: cos(sigma1 + sigma2))
    }
}
