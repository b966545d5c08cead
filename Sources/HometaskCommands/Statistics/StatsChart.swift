// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMarkup
import HometaskQueries
import HometaskTerminal

/// Statistics as a self-contained SVG 1.1 picture: a stacked bar of categories for each period, and below it bars for
/// the done and open tasks of each member and each category, side by side. The background follows the viewer's light or
/// dark colour scheme.
///
/// Colour is never the only distinction: the parts of a stacked bar are in the order of the legend and have tooltips,
/// and the members' bars have names and numbers.
struct StatsChart {
    /// The text of the file.
    private(set) var text = ""

    private let statistics: Statistics
    private let words: StatsFormatter
    /// The categories with done tasks in some period.
    private let piled: [Statistics.Group]
    private let request: StatisticsRequest

    /// The marker that identifies a chart file.
    private static let mark = "<!-- hometask stats -->"
    private static let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

    /// Returns whether a file with this beginning is such a chart.
    static func isOurs(_ beginning: [UInt8]) -> Bool { beginning.starts(with: (head + mark).utf8) }

    init(_ statistics: Statistics, _ request: StatisticsRequest) throws {
        guard statistics.periods.count <= Statistics.mostPeriods else {
            throw UsageError(
                "a chart can have at most \(Statistics.mostPeriods) periods, not \(statistics.periods.count)",
                hint: "Use longer periods (--by month), or start later (--since).")
        }
        self.statistics = statistics
        self.request = request
        words = StatsFormatter(request)
        piled = Self.piled(statistics)
        let family = request.directory.family?.name ?? ""
        let scope = words.scope.isEmpty ? "" : " (\(words.scope))"
        let title = "\(family): \(statistics.openCount) open, \(statistics.done.count) done\(scope)"
        let body = legend + periods + members + categories
        text = """
            \(Self.head)\(Self.mark)
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(height)" role="img" \
            aria-labelledby="title summary" font-family="system-ui, sans-serif" font-size="13">
            <title id="title">\(Self.escaped(title))</title>
            <desc id="summary">\(Self.escaped(summary))</desc>
            <style>
            svg { color: #1f2328; background: #ffffff; }
            text { fill: currentColor; }
            .faint { stroke: currentColor; stroke-opacity: 0.2; }
            .part { stroke: #ffffff; stroke-width: 1; }
            @media (prefers-color-scheme: dark) {
            svg { color: #e6edf3; background: #1e1e1e; }
            .part { stroke: #1e1e1e; }
            }
            </style>
            <text x="20" y="34" font-size="18" font-weight="600">\(Self.escaped(Self.cut(title, 90)))</text>
            \(body.joined(separator: "\n"))
            </svg>

            """
    }

    private var summary: String {
        let members = statistics.members.map {
            "\(words.name(ofMember: $0.subject)) \($0.done.count) done, \($0.openCount) open"
        }
        return members.joined(separator: "; ")
    }

    // MARK: Places

    private static let width = 900
    private static let plotHeight = 220
    private static let rowHeight = 30
    private static let legendColumns = 4

    private static func piled(_ statistics: Statistics) -> [Statistics.Group] {
        let worked = Set(statistics.periods.flatMap { $0.cells.map(\.category) })
        return statistics.categories.filter { worked.contains($0.subject) }
    }

    private var legendRows: Int { (piled.count + Self.legendColumns - 1) / Self.legendColumns }
    private var plotTop: Int { 96 + 22 * legendRows }
    private var plotBottom: Int { plotTop + Self.plotHeight }
    private var membersTop: Int { plotBottom + 84 }
    private var categoriesTop: Int { membersTop + Self.rowHeight * statistics.members.count + 50 }
    private var height: Int {
        statistics.categories.isEmpty
            ? categoriesTop - 30 : categoriesTop + Self.rowHeight * statistics.categories.count + 20
    }

    // MARK: Parts

    private var legend: [String] {
        piled.enumerated().flatMap { index, category in
            let (x, y) = (20 + index % Self.legendColumns * 215, 60 + index / Self.legendColumns * 22)
            let name = Self.cut(words.name(ofCategory: category.subject), 26)
            return [
                "<rect x=\"\(x)\" y=\"\(y - 11)\" width=\"12\" height=\"12\" rx=\"2\" \(fill(ofCategory: category.subject))/>",
                ChartDrawing.text(name, x: Double(x + 18), y: Double(y)),
            ]
        }
    }

    private var periods: [String] {
        let drawing = ChartColumns(
            left: 60, right: 880, top: Double(plotTop), bottom: Double(plotBottom), edge: Double(Self.width),
            grid: "faint")
        let columns = statistics.periods.map { period in
            ChartColumns.Column(name: EscapedText.safe(words.name(of: period)), parts: parts(of: period))
        }
        return [Self.caption("Done by \(request.step.rawValue)", y: plotTop - 18)] + drawing.svg(columns)
    }

    private func parts(of period: Statistics.Period) -> [ChartColumns.Part] {
        piled.map { category in
            let cells = period.cells.filter { $0.category == category.subject }
            let count = cells.reduce(0) { $0 + $1.done.count }
            let people = cells.map { "\(words.name(ofMember: $0.member)) \($0.done.count)" }.joined(separator: ", ")
            let name = words.name(ofCategory: category.subject)
            return ChartColumns.Part(
                value: count, attributes: "class=\"part\" \(fill(ofCategory: category.subject))",
                title: EscapedText.safe("\(words.name(of: period)), \(name): \(count) (\(people))"))
        }
    }

    private var members: [String] {
        let rows = statistics.members.map { group in
            row(group, name: words.name(ofMember: group.subject), fill: fill(words.color(ofMember: group.subject)))
        }
        return bars("Done and open by member", rows, top: membersTop)
    }

    private var categories: [String] {
        if statistics.categories.isEmpty { return [] }
        let rows = statistics.categories.map { group in
            row(group, name: words.name(ofCategory: group.subject), fill: fill(ofCategory: group.subject))
        }
        return bars("Done and open by category", rows, top: categoriesTop)
    }

    private func row(_ group: Statistics.Group, name: String, fill: String) -> ChartRows.Row {
        let points = group.done.points
        return ChartRows.Row(
            name: EscapedText.safe(name), label: Self.cut(name, 24), done: group.done.count, open: group.openCount,
            note: points > 0 ? ", \(SyncFormatter.count(points, "point"))" : "", attributes: "rx=\"2\" \(fill)")
    }

    private func bars(_ caption: String, _ rows: [ChartRows.Row], top: Int) -> [String] {
        let drawing = ChartRows(left: 200, room: 480, top: Double(top), pitch: Double(Self.rowHeight))
        return [Self.caption(caption, y: top - 26)] + drawing.svg(rows)
    }

    // MARK: SVG elements

    private func fill(ofCategory subject: Statistics.Subject) -> String { fill(words.color(ofCategory: subject)) }

    /// Returns the colour of a member or a category; grey if there is none.
    private func fill(_ color: String?) -> String { ChartDrawing.fill(color) ?? "fill=\"#818288\"" }

    private static func caption(_ text: String, y: Int) -> String {
        ChartDrawing.text(text, x: 20, y: Double(y), attributes: "font-weight=\"600\"")
    }

    private static func cut(_ text: String, _ columns: Int) -> String {
        TextWidth.truncated(EscapedText.safe(text), to: columns)
    }

    /// Escapes text for use as text or in an attribute. Control characters, which XML does not allow, are made visible
    /// first.
    private static func escaped(_ text: String) -> String { Markup.escaped(EscapedText.safe(text)) }
}
