// SPDX-License-Identifier: Apache-2.0

public import HometaskTerminal

/// A small map for a terminal: coastlines and borders in braille patterns, names of towns, and marks.
///
///     var map = TerminalMap(around: MapPoint(latitude: 52.37, longitude: 4.89), columns: 40, rows: 8)
///     map.add("x", at: MapPoint(latitude: 52.37, longitude: 4.89), style: .red)
///     let lines = map.lines(on: try MapLayer.bundled(), in: output.mode)
///
/// Every line is exactly as wide as the map, and safe for a terminal.
public struct TerminalMap: Sendable {
    /// The part of the world that the map shows.
    public let frame: MapFrame
    private let columns: Int
    private let rows: Int
    private var marks: [(sign: Character, column: Int, row: Int, style: Style)] = []

    /// Creates a map around a point.
    ///
    /// - Parameters:
    ///   - metres: the distance from west to east.
    ///   - columns: the width in characters.
    ///   - rows: the height in characters.
    public init(around center: MapPoint, metres: Double = 60_000, columns: Int, rows: Int) {
        (self.columns, self.rows) = (max(columns, 1), max(rows, 1))
        frame = MapFrame(around: center, metres: metres, width: 2 * self.columns, height: 4 * self.rows)
    }

    /// Creates a map that contains the points; without points, a map of the whole world.
    ///
    /// - Parameter leastMetres: the minimum distance from west to east, in metres.
    public init(fitting points: [MapPoint], leastMetres: Double = 20_000, columns: Int, rows: Int) {
        (self.columns, self.rows) = (max(columns, 1), max(rows, 1))
        frame = .fitting(points, leastMetres: leastMetres, width: 2 * self.columns, height: 4 * self.rows)
    }

    /// Returns the cell that contains a point; nil if the point is not on the map.
    public func cell(of point: MapPoint) -> (column: Int, row: Int)? {
        let dot = frame.dot(of: point)
        return frame.contains(dot) ? (Int(dot.x) / 2, Int(dot.y) / 4) : nil
    }

    /// Adds a mark of one column at a point; a mark outside the map is ignored. A later mark covers an earlier one.
    public mutating func add(_ sign: Character, at point: MapPoint, style: Style = .bold) {
        guard TextWidth.columns(String(sign)) == 1, let cell = cell(of: point) else { return }
        marks.append((sign, cell.column, cell.row, style))
    }

    /// Returns the lines of the map, without line ends.
    ///
    /// - Parameter layer: the layer that is drawn below the marks.
    public func lines(on layer: MapLayer, in mode: ColorMode) -> [String] {
        var grid = [[(character: Character, style: Style)]](
            repeating: [(character: Character, style: Style)](repeating: (" ", .plain), count: columns), count: rows)
        let canvas = drawing(of: layer)
        for row in 0..<rows {
            for column in 0..<columns {
                guard let (character, ink) = canvas.character(column: column, row: row) else { continue }
                grid[row][column] = (character, ink == Self.coast ? .blue : .dim)
            }
        }
        name(layer.towns, in: &grid)
        for mark in marks { grid[mark.row][mark.column] = (mark.sign, mark.style) }
        return grid.map { Self.styled($0, in: mode) }
    }

    private static let border: UInt8 = 1
    private static let coast: UInt8 = 2

    private func drawing(of layer: MapLayer) -> BrailleCanvas {
        var canvas = BrailleCanvas(columns: columns, rows: rows)
        for line in layer.lines where line.kind != .cut {
            let ink = line.kind == .coast ? Self.coast : Self.border
            var last = frame.dot(of: line.points[0])
            for point in line.points.dropFirst() {
                let next = frame.dot(of: point)
                // The nearest copy of the next point may be on the other side of the world; no line is drawn all the
                // way around.
                if abs(next.x - last.x) < frame.worldWidth / 2 { canvas.line(from: last, to: next, ink: ink) }
                last = next
            }
        }
        return canvas
    }

    /// Adds the names of the largest towns: beside the town, or below or above it if something is in the way. No name
    /// covers a mark or another name, and none is cut off.
    private func name(_ towns: [MapLayer.Town], in grid: inout [[(character: Character, style: Style)]]) {
        var taken = Set(
            marks.flatMap { mark in (-1...1).map { CharacterPosition(column: mark.column + $0, row: mark.row) } })
        var left = max(1, columns * rows / 60)
        for town in towns {
            guard left > 0 else { return }
            guard let cell = cell(of: town.point), TextWidth.columns(town.name) == town.name.count else { continue }
            let choices = [
                ("·" + town.name, cell.column, cell.row), (town.name + "·", cell.column - town.name.count, cell.row),
                (town.name, cell.column, cell.row + 1), (town.name, cell.column, cell.row - 1),
            ]
            for (label, column, row) in choices {
                let places = (0..<label.count).map { CharacterPosition(column: column + $0, row: row) }
                guard column >= 0, column + label.count < columns, (0..<rows).contains(row),
                    taken.isDisjoint(with: places)
                else { continue }
                for (character, place) in zip(label, places) { grid[row][place.column] = (character, .dim) }
                taken.formUnion(places)
                taken.formUnion([-1, label.count].map { CharacterPosition(column: column + $0, row: row) })
                left -= 1
                break
            }
        }
    }

    private struct CharacterPosition: Hashable {
        let column: Int
        let row: Int
    }

    /// Returns a row as text; consecutive cells of one style share their control sequences.
    private static func styled(_ row: [(character: Character, style: Style)], in mode: ColorMode) -> String {
        var line = ""
        var run = ""
        var style = Style.plain
        for cell in row {
            if cell.style != style {
                line += style.applied(to: run, in: mode)
                (run, style) = ("", cell.style)
            }
            run.append(cell.character)
        }
        return line + style.applied(to: run, in: mode)
    }

    /// The scale bar: its width in columns, and the metres that it represents. These are 1, 2 or 5 times a power of
    /// ten, and the bar takes at most a third of the map's width.
    public var bar: (columns: Int, metres: Double) {
        let most = frame.metresPerDot * 2 * Double(columns) / 3
        var metres = 1.0
        while metres * 10 <= most { metres *= 10 }
        metres *= metres * 5 <= most ? 5 : metres * 2 <= most ? 2 : 1
        return (max(1, Int((metres / frame.metresPerDot / 2).rounded())), metres)
    }
}
