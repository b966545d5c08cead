// SPDX-License-Identifier: Apache-2.0

import HometaskQueries

/// The rows of a chart that compares done and open tasks: two bars per row on one scale, with both numbers.
struct StatsBars {
    /// A member or a category.
    struct Row {
        /// The name, escaped for SVG.
        let name: String
        let group: Statistics.Group
        /// The attribute that sets the colour.
        let fill: String
    }

    let caption: String
    /// The vertical position of the first row.
    let top: Int
    let rowHeight: Int

    private static let left = 200.0
    private static let room = 480.0

    /// The SVG code of the rows.
    func svg(_ rows: [Row]) -> [String] {
        let most = max(rows.map { max($0.group.done.count, $0.group.openCount) }.max() ?? 0, 1)
        let scale = Self.room / Double(most)
        return [StatsChart.caption(caption, y: top - 26)]
            + rows.enumerated().flatMap { index, row in lines(row, y: top + index * rowHeight, scale: scale) }
    }

    private func lines(_ row: Row, y: Int, scale: Double) -> [String] {
        let (done, open) = (row.group.done.count, row.group.openCount)
        let points = row.group.done.points > 0 ? ", \(SyncFormatter.count(row.group.done.points, "point"))" : ""
        let behind = StatsChart.decimal(Self.left + scale * Double(max(done, open)) + 8)
        return [
            "<text x=\"\(Int(Self.left) - 10)\" y=\"\(y)\" text-anchor=\"end\">\(row.name)</text>",
            bar(
                done, y: y - 15, height: 12, scale: scale, fill: row.fill, attribute: "",
                title: "\(row.name): \(done) done"),
            bar(
                open, y: y - 2, height: 7, scale: scale, fill: row.fill, attribute: " class=\"open\"",
                title: "\(row.name): \(open) open"),
            "<text x=\"\(behind)\" y=\"\(y)\">\(done) done\(points), \(open) open</text>",
        ]
    }

    private func bar(
        _ count: Int, y: Int, height: Int, scale: Double, fill: String, attribute: String, title: String
    ) -> String {
        """
        <rect\(attribute) x="\(StatsChart.decimal(Self.left))" y="\(y)" width="\(StatsChart.decimal(scale * Double(count)))" \
        height="\(height)" rx="2" \(fill)><title>\(title)</title></rect>
        """
    }
}
