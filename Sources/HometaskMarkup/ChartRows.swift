// SPDX-License-Identifier: Apache-2.0

/// Rows of a chart in SVG that compare done with open: two bars each, all on one scale, with the name to the left of
/// them and both numbers to the right.
public struct ChartRows: Sendable {
    /// The subject of a row, and its numbers.
    public struct Row: Sendable {
        let name: String
        let label: String
        let done: Int
        let open: Int
        let note: String
        let attributes: String

        /// Creates a row.
        ///
        /// - Parameters:
        ///   - name: the whole name, shown as a tooltip of the bars.
        ///   - label: the part of it that fits.
        ///   - done: the number of done tasks, which the upper bar shows.
        ///   - open: the number of open tasks, which the lower bar shows.
        ///   - note: the text after the number of done tasks.
        ///   - attributes: the attributes of both bars; the bar for open tasks is fainter.
        public init(name: String, label: String, done: Int, open: Int, note: String, attributes: String) {
            (self.name, self.label, self.done, self.open) = (name, label, done, open)
            (self.note, self.attributes) = (note, attributes)
        }
    }

    private let left: Double
    private let room: Double
    private let top: Double
    private let pitch: Double

    /// Creates a drawing of a certain size.
    ///
    /// - Parameters:
    ///   - left: the left end of the bars.
    ///   - room: the length of the longest bar.
    ///   - top: the baseline of the first row's texts; the row begins 15 above it and ends 5 below it.
    ///   - pitch: the distance from one row to the next.
    public init(left: Double, room: Double, top: Double, pitch: Double) {
        (self.left, self.room, self.top, self.pitch) = (left, room, top, pitch)
    }

    /// The code of the rows.
    public func svg(_ rows: [Row]) -> [String] {
        let most = max(rows.map { max($0.done, $0.open) }.max() ?? 0, 1)
        return rows.enumerated().flatMap { index, row in
            lines(of: row, y: top + Double(index) * pitch, scale: room / Double(most))
        }
    }

    private func lines(of row: Row, y: Double, scale: Double) -> [String] {
        let (done, open) = (scale * Double(row.done), scale * Double(row.open))
        return [
            ChartDrawing.text(row.label, x: left - 10, y: y, attributes: "text-anchor=\"end\""),
            ChartDrawing.bar(
                x: left, y: y - 15, width: done, height: 12, attributes: row.attributes,
                title: "\(row.name): \(row.done) done"),
            // An attribute, because the page's policy may forbid inline styles.
            ChartDrawing.bar(
                x: left, y: y - 2, width: open, height: 7, attributes: row.attributes + " fill-opacity=\"0.35\"",
                title: "\(row.name): \(row.open) open"),
            ChartDrawing.text(
                "\(row.done) done\(row.note), \(row.open) open", x: left + max(done, open) + 8, y: y),
        ]
    }
}
