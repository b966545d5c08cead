// SPDX-License-Identifier: Apache-2.0

extension Coordinates {
    /// Returns the length of the shortest path to another point on the WGS 84 ellipsoid, in metres.
    public func distance(to other: Coordinates) -> Double { Geodesic(from: self, to: other).length }
}
