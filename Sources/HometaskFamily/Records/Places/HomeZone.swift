// SPDX-License-Identifier: Apache-2.0

/// The places near a family's home, and the point that is shown for all of them.
///
/// Blurred places are shown at the centre of a grid cell, the one in which home lies; the grid is fixed to the globe.
/// The point is the same for every place near home. Many places therefore reveal no more than one place, and the point
/// does not reveal the position of home within the cell. The grid depends only on the radius: it has bands of latitude
/// of equal height, each divided into cells of equal width, and both the height and the width are at least twice the
/// radius. Each of the two bands at the poles is a single cell, with the pole as its centre.
public struct HomeZone: Hashable, Sendable {
    /// The location shown for a hidden place.
    public struct Point: Hashable, Sendable {
        /// The centre of the cell.
        public let coordinates: Coordinates
        /// The possible distance of a hidden place, in metres: it covers the cell, and the zone around home that
        /// extends beyond it.
        public let accuracy: Double
    }

    /// The exact location of home, from which distances are measured.
    public let center: Coordinates
    /// The distance from home within which places are hidden, in metres.
    public let radius: Double
    /// How places near home are hidden.
    public let hiding: Home.Hiding
    /// The point shown for each hidden place; nil if none is shown.
    public let shown: Point?

    /// Creates the zone around a place. The radius is in metres; an invalid radius is clamped.
    public init(center: Coordinates, radius: Double, hiding: Home.Hiding) {
        self.center = center
        self.radius = min(max(radius, Home.radii.lowerBound), Home.radii.upperBound)
        self.hiding = hiding
        shown = hiding == .strip ? nil : GridCell(of: center, width: 2 * self.radius)?.point(and: self.radius)
    }

    /// Whether a place is hidden.
    public func contains(_ place: Coordinates) -> Bool { center.distance(to: place) <= radius }

    /// Returns the location to show for a place: the place itself if it is not near home. Both accuracies are in
    /// metres; nil if unknown.
    ///
    /// - Returns: nil if nothing is shown.
    public func shown(of place: Coordinates, accuracy: Double? = nil) -> (coordinates: Coordinates, accuracy: Double?)?
    {
        guard contains(place) else { return (place, accuracy) }
        return shown.map { ($0.coordinates, $0.accuracy) }
    }
}

/// A cell of the grid.
private struct GridCell {
    /// Its southern and northern edges, in degrees.
    private let south: Double
    private let north: Double
    /// Its western edge and its width, in degrees.
    private let west: Double
    private let width: Double
    private let center: Coordinates

    /// The cell that contains a place, in the grid whose cells are at least this many metres wide and high.
    init?(of place: Coordinates, width metres: Double) {
        let bands = max(1, (180 * Geodesic.shortestLatitudeDegree / metres).rounded(.down))
        let height = 180 / bands
        let band = min(((place.latitude + 90) / height).rounded(.down), bands - 1)
        (south, north) = (band * height - 90, (band + 1) * height - 90)
        // The edge towards the pole is the shorter one.
        let isPolar = band == 0 || band == bands - 1
        let degree = Geodesic.longitudeDegree(at: max(south.magnitude, north.magnitude))
        let cells = isPolar ? 1 : max(1, (360 * degree / metres).rounded(.down))
        width = 360 / cells
        // The meridian of 180° equals that of −180°: the first cell begins there.
        let cell = ((place.longitude + 180) / width).rounded(.down)
        west = (cell >= cells ? 0 : cell) * width - 180
        let middle =
            isPolar
            ? Coordinates(latitude: band == 0 ? -90 : 90, longitude: 0)
            : Coordinates(latitude: Self.rounded((south + north) / 2), longitude: Self.rounded(west + width / 2))
        guard let middle else { return nil }
        center = middle
    }

    /// Rounds to five decimals, about a metre, so that every device writes the same digits.
    private static func rounded(_ degrees: Double) -> Double { (degrees * 1e5).rounded() / 1e5 }

    /// Its centre, with an accuracy in whole metres that covers the cell and a margin around it.
    func point(and margin: Double) -> HomeZone.Point {
        // No point of a cell is farther from its centre than a corner.
        let corners = [south, north].compactMap { Coordinates(latitude: min(max($0, -90), 90), longitude: west) }
        let farthest = corners.map { center.distance(to: $0) }.max() ?? 0
        return HomeZone.Point(coordinates: center, accuracy: (farthest + margin + 1).rounded(.up))
    }
}
