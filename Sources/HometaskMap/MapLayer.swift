// SPDX-License-Identifier: Apache-2.0

/// Coastlines, borders and towns of the world, as `Sources/CMapAssets/make_layer.py` writes them.
///
/// The bytes: `HMAP`, the version 1, then numbers and texts. A number is LEB128: seven bits a byte, the lowest first, the
/// highest bit set on all bytes but the last; one with a sign is written as 2n, or −2n − 1 where it is negative.
///
///     units of a degree
///     count of lines:      kind (a byte: 0 coast, 1 border, 2 a cut at the edge of the map), count of points,
///                          each point's longitude and latitude with signs, as the difference to the one before, from 0, 0
///     count of countries:  count of rings, each: count of lines, each with a sign: n forwards, −n − 1 for line n backwards
///     count of towns:      size (a byte: 2 · log₂ of the thousands of people), longitude and latitude with signs,
///                          count of bytes, name in UTF-8; the largest first
public struct MapLayer: Sendable {
    /// What a line is.
    public enum LineKind: UInt8, Sendable {
        /// Between land and water.
        case coast = 0
        /// Between two countries, on land.
        case border = 1
        /// The edge of the map, where a country continues on the other side: closes a ring, and is not drawn.
        case cut = 2
    }

    /// A line from point to point.
    public struct Line: Sendable {
        /// Whether it is a coast, a border or a cut.
        public let kind: LineKind
        /// The points from its beginning to its end, at least two.
        public let points: [MapPoint]
    }

    /// A town that the map can name.
    public struct Town: Hashable, Sendable {
        /// What people there call it.
        public let name: String
        /// Its place on the map, as one point.
        public let point: MapPoint
        /// 2 · log₂ of the thousands of people who live there.
        public let size: Int
    }

    /// The lines, each once.
    public let lines: [Line]
    /// Each country's rings, each a row of lines: the number of one, or −n − 1 for line n from its end to its beginning.
    public let countries: [[[Int]]]
    /// The towns, the largest first.
    public let towns: [Town]

    /// Reads a layer.
    ///
    /// - Throws: ``MapLayerError`` where the bytes are no layer.
    public init(_ bytes: some RandomAccessCollection<UInt8>) throws(MapLayerError) {
        var reader = MapLayerReader(bytes)
        guard try reader.take(5) == Array("HMAP".utf8) + [1] else { throw MapLayerError.notALayer }
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
            let size = Int(try reader.take(1)[0])
            let (east, north) = (try reader.signed(), try reader.signed())
            guard let name = String(validating: try reader.take(try reader.count()), as: UTF8.self) else {
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

    /// The layer that comes with the program.
    ///
    /// - Throws: ``MapLayerError``; never, unless the program was built with another file.
    public static func bundled() throws(MapLayerError) -> MapLayer { try MapLayer(MapAsset.layer.bytes) }

    private static func line<Bytes>(_ reader: inout MapLayerReader<Bytes>, _ units: Double) throws(MapLayerError)
        -> Line
    {
        guard let kind = LineKind(rawValue: try reader.take(1)[0]) else {
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

/// The error of bytes that are not a valid layer.
public enum MapLayerError: Error, Equatable {
    /// They do not begin as one, or belong to another version.
    case notALayer
    /// What stands before this place makes no sense, or is not all there.
    case damaged(at: Int)
}
