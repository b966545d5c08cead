// SPDX-License-Identifier: Apache-2.0

/// The part of the world that a drawing shows, with its scale in dots.
public struct MapFrame: Sendable {
    /// The centre, in the coordinates of ``WebMercator``.
    private let middle: (x: Double, y: Double)
    /// The width of the whole world in dots.
    let worldWidth: Double
    /// The width of the drawing in dots.
    public let width: Int
    /// The height of the drawing in dots.
    public let height: Int

    /// Creates a frame around a point, with a width in metres from west to east.
    public init(around center: MapPoint, metres: Double, width: Int, height: Int) {
        let whole = WebMercator.metres(atLatitude: center.latitude)
        self.init(
            middle: WebMercator.position(of: center), scale: Double(width) * max(1, whole / max(metres, 1)),
            width: width, height: height)
    }

    private init(middle: (x: Double, y: Double), scale: Double, width: Int, height: Int) {
        self.middle = middle
        worldWidth = scale
        self.width = width
        self.height = height
    }

    /// Returns the smallest frame that contains the points, with a margin around them.
    ///
    /// Points on both sides of the antimeridian are shown together: the map is cut at the widest gap between their
    /// longitudes.
    ///
    /// - Parameters:
    ///   - points: any number of points; without any, the whole world is shown.
    ///   - leastMetres: the minimum distance from west to east, in metres.
    public static func fitting(_ points: [MapPoint], leastMetres: Double, width: Int, height: Int) -> MapFrame {
        guard let first = points.first else {
            return MapFrame(middle: (0.5, 0.42), scale: Double(width), width: width, height: height)
        }
        let cut = Self.cut(points.map(\.longitude))
        let positions = points.map { point in
            let position = WebMercator.position(of: point)
            return (x: point.longitude < cut ? position.x + 1 : position.x, y: position.y)
        }
        let (xs, ys) = (positions.map(\.x), positions.map(\.y))
        let left = xs.min() ?? 0
        let top = ys.min() ?? 0
        let (spanX, spanY) = ((xs.max() ?? 0) - left, (ys.max() ?? 0) - top)
        let room = 0.8
        let most = Double(width) * WebMercator.metres(atLatitude: first.latitude) / max(leastMetres, 1)
        let fitting = [
            spanX > 0 ? Double(width) * room / spanX : most, spanY > 0 ? Double(height) * room / spanY : most, most,
        ].min()
        return MapFrame(
            middle: (left + spanX / 2, top + spanY / 2), scale: max(fitting ?? most, Double(width)), width: width,
            height: height)
    }

    /// Returns the longitude on the eastern side of the widest gap, at which the world is cut.
    private static func cut(_ longitudes: [Double]) -> Double {
        let sorted = Set(longitudes).sorted()
        guard let first = sorted.first, let last = sorted.last else { return -180 }
        var widest = first + 360 - last
        var cut = -180.0
        for (west, east) in zip(sorted, sorted.dropFirst()) where east - west > widest {
            (widest, cut) = (east - west, east)
        }
        return cut
    }

    /// Returns the position of a point in the drawing, in dots from the north-western corner. The point repeats around
    /// the world; the copy nearest to the centre is used.
    public func dot(of point: MapPoint) -> (x: Double, y: Double) {
        let position = WebMercator.position(of: point)
        let turns = (position.x - middle.x).rounded()
        return (
            (position.x - turns - middle.x) * worldWidth + Double(width) / 2,
            (position.y - middle.y) * worldWidth + Double(height) / 2
        )
    }

    /// Returns whether a position is in the drawing.
    public func contains(_ dot: (x: Double, y: Double)) -> Bool {
        (0..<Double(width)).contains(dot.x) && (0..<Double(height)).contains(dot.y)
    }

    /// The metres per dot at the centre of the drawing.
    public var metresPerDot: Double {
        WebMercator.metres(atLatitude: WebMercator.point(x: middle.x, y: middle.y).latitude) / worldWidth
    }
}

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
