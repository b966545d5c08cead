// SPDX-License-Identifier: Apache-2.0

import HometaskMapAssets

/// Coastlines, borders and towns of the world, in the format that `Sources/CMapAssets/make_layer.py` writes.
///
/// The bytes are `HMAP`, the version 1, and then numbers and strings. A number is in LEB128: seven bits in each byte,
/// the lowest first, with the highest bit set in all bytes but the last. A signed number is written as 2n, or as −2n−1
/// if it is negative.
///
///     units of a degree
///     count of lines:      kind (a byte: 0 coast, 1 border, 2 a cut at the edge of the map), count of points,
///                          each point's longitude and latitude, signed, as the difference from the point before,
///                          from 0, 0
///     count of countries:  count of rings, each: count of lines, each signed: n forwards, −n − 1 for line n backwards
///     count of towns:      size (a byte: 2 · log₂ of the population in thousands), longitude and latitude, signed,
///                          count of bytes, name in UTF-8; the largest first
public struct MapLayer: Sendable {
    /// The kind of a line, which decides whether it is drawn.
    public enum LineKind: UInt8, Sendable {
        /// A coast, between land and water.
        case coast = 0
        /// A border between two countries, on land.
        case border = 1
        /// The edge of the map, where a country continues on the other side. It closes a ring and is not drawn.
        case cut = 2
    }

    /// A polyline of at least two points.
    public struct Line: Sendable {
        /// Whether the line is a coast, a border or a cut.
        public let kind: LineKind
        /// The points from beginning to end, at least two.
        public let points: [MapPoint]
    }

    /// A town that the map can name.
    public struct Town: Hashable, Sendable {
        /// The town's name in GeoNames.
        public let name: String
        /// The town's position, a single point.
        public let point: MapPoint
        /// The town's size: 2 · log₂ of the population in thousands.
        public let size: Int
    }

    /// The lines; each occurs once.
    public let lines: [Line]
    /// The rings of each country. A ring is a list of lines: n for line n, and −n − 1 for line n in the opposite
    /// direction.
    public let countries: [[[Int]]]
    /// The towns, the largest first.
    public let towns: [Town]

    /// Parses a layer.
    ///
    /// - Throws: ``MapLayerError`` if the bytes are not a valid layer.
    public init(_ bytes: some RandomAccessCollection<UInt8>) throws(MapLayerError) {
        var reader = MapLayerReader(bytes)
        guard try reader.takeBytes(5) == Array("HMAP".utf8) + [1] else { throw MapLayerError.notALayer }
        let units = Double(max(1, try reader.number()))
        var lines: [Line] = []
        for _ in 0..<(try reader.count()) { lines.append(try Self.line(&reader, units)) }
        self.lines = lines
        var countries: [[[Int]]] = []
        for _ in 0..<(try reader.count()) {
            var rings: [[Int]] = []
            for _ in 0..<(try reader.count()) { rings.append(try Self.ring(&reader, of: lines.count)) }
            countries.append(rings)
        }
        self.countries = countries
        var towns: [Town] = []
        for _ in 0..<(try reader.count()) {
            let size = Int(try reader.takeBytes(1)[0])
            let (east, north) = (try reader.signed(), try reader.signed())
            guard let name = String(validating: try reader.takeBytes(try reader.count()), as: UTF8.self) else {
                throw MapLayerError.damaged(at: reader.offset)
            }
            towns.append(
                Town(
                    name: name, point: MapPoint(latitude: Double(north) / units, longitude: Double(east) / units),
                    size: size))
        }
        self.towns = towns
        guard reader.isAtEnd else { throw MapLayerError.damaged(at: reader.offset) }
    }

    /// Returns the layer that is compiled into the program.
    ///
    /// - Throws: ``MapLayerError``; only if the program was built with an invalid file.
    public static func bundled() throws(MapLayerError) -> MapLayer { try MapLayer(MapAsset.layer.bytes) }

    private static func line<Bytes>(_ reader: inout MapLayerReader<Bytes>, _ units: Double) throws(MapLayerError)
        -> Line
    {
        guard let kind = LineKind(rawValue: try reader.takeBytes(1)[0]) else {
            throw MapLayerError.damaged(at: reader.offset)
        }
        let count = try reader.count()
        guard count > 1 else { throw MapLayerError.damaged(at: reader.offset) }
        var points: [MapPoint] = []
        points.reserveCapacity(count)
        var (east, north) = (0, 0)
        for _ in 0..<count {
            east &+= try reader.signed()
            north &+= try reader.signed()
            points.append(MapPoint(latitude: Double(north) / units, longitude: Double(east) / units))
        }
        return Line(kind: kind, points: points)
    }

    private static func ring<Bytes>(_ reader: inout MapLayerReader<Bytes>, of count: Int) throws(MapLayerError) -> [Int]
    {
        var ring: [Int] = []
        for _ in 0..<(try reader.count()) {
            let number = try reader.signed()
            guard (-count..<count).contains(number) else { throw MapLayerError.damaged(at: reader.offset) }
            ring.append(number)
        }
        return ring
    }
}

/// The error for an invalid layer.
public enum MapLayerError: Error, Equatable {
    /// The signature or the version is wrong.
    case notALayer
    /// The bytes before this offset are invalid or incomplete.
    case damaged(at: Int)
}
