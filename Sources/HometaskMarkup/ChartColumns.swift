// SPDX-License-Identifier: Apache-2.0

/// Upright bars of a chart in SVG, side by side, with a scale to the left of them and their names below them.
public struct ChartColumns: Sendable {
    /// A bar, which consists of parts, and its name.
    public struct Column: Sendable {
        let name: String
        /// The parts, from the bottom to the top.
        let parts: [Part]

        /// Creates a bar; the first of the parts is at the bottom.
        public init(name: String, parts: [Part]) {
            self.name = name
            self.parts = parts
        }
    }

    /// A part of a bar; its height is in proportion to its value.
    public struct Part: Sendable {
        let value: Int
        let attributes: String
        let title: String

        /// Creates a part; the attributes and the title are those of a bar of ``ChartDrawing``.
        public init(value: Int, attributes: String, title: String) {
            self.value = value
            self.attributes = attributes
            self.title = title
        }
    }

    private let left: Double
    private let right: Double
    private let top: Double
    private let bottom: Double
    private let edge: Double
    private let grid: String

    private static let widest = 64.0
    /// The estimated width of one letter.
    private static let letter = 8

    /// Creates a drawing of a certain size.
    ///
    /// - Parameters:
    ///   - left: the left end of the bars and the grid lines; the numbers of the scale are to the left of this.
    ///   - right: the right end of both.
    ///   - top: the position of the highest grid line.
    ///   - bottom: the base of the bars; the names take 26 more below this.
    ///   - edge: the right edge of the whole picture, which no name crosses.
    ///   - grid: the class of the grid lines.
    public init(left: Double, right: Double, top: Double, bottom: Double, edge: Double, grid: String) {
        (self.left, self.right, self.top, self.bottom) = (left, right, top, bottom)
        (self.edge, self.grid) = (edge, grid)
    }

    /// The code of the scale, the bars and the names.
    public func svg(_ columns: [Column]) -> [String] {
        let most = max(columns.map { Self.total($0) }.max() ?? 0, 1)
        let step = Self.gridStep(most)
        let highest = (most + step - 1) / step * step
        let scale = (bottom - top) / Double(highest)
        let lines = stride(from: 0, through: highest, by: step).flatMap { value in
            line(of: value, y: bottom - Double(value) * scale)
        }
        let slot = (right - left) / Double(max(columns.count, 1))
        let width = min(slot * 0.72, Self.widest)
        let room = Double((columns.map { $0.name.count }.max() ?? 0) * Self.letter + Self.letter)
        // Names are thinned to fit: every `named`th, counted from the latest.
        let named = max(Int((room / slot).rounded(.up)), 1)
        var code = lines
        for (index, column) in columns.enumerated() {
            let middle = left + (Double(index) + 0.5) * slot
            code += pile(column, x: middle - width / 2, width: width, scale: scale)
            guard (columns.count - 1 - index) % named == 0 else { continue }
            let isAtEdge = middle + room / 2 > edge
            code.append(
                ChartDrawing.text(
                    column.name, x: isAtEdge ? edge - 4 : middle, y: bottom + 20,
                    attributes: isAtEdge ? "text-anchor=\"end\"" : "text-anchor=\"middle\""))
        }
        return code
    }

    private static func total(_ column: Column) -> Int { column.parts.reduce(0) { $0 + $1.value } }

    /// A grid line of the scale, and its number.
    private func line(of value: Int, y: Double) -> [String] {
        let (start, end, height) = (ChartDrawing.decimal(left), ChartDrawing.decimal(right), ChartDrawing.decimal(y))
        return [
            "<line class=\"\(grid)\" x1=\"\(start)\" x2=\"\(end)\" y1=\"\(height)\" y2=\"\(height)\"/>",
            ChartDrawing.text("\(value)", x: left - 8, y: y, attributes: "dy=\"4\" text-anchor=\"end\""),
        ]
    }

    private func pile(_ column: Column, x: Double, width: Double, scale: Double) -> [String] {
        var y = bottom
        return column.parts.filter { $0.value > 0 }.map { part in
            let height = Double(part.value) * scale
            y -= height
            return ChartDrawing.bar(
                x: x, y: y, width: width, height: height, attributes: part.attributes, title: part.title)
        }
    }

    /// The distance between two grid lines: 1, 2 or 5 times a power of ten, for at most five lines above zero.
    private static func gridStep(_ most: Int) -> Int {
        var power = 1
        while true {
            if let step = [1, 2, 5].lazy.map({ $0 * power }).first(where: { $0 * 5 >= most }) { return step }
            power *= 10
        }
    }
}
