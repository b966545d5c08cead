// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskTerminal

/// Statistics as an SVG 1.1 picture in a single file without references to others: a stacked bar of categories for each
/// period, and below it bars for the done and open tasks of each member and each category, side by side. The background
/// follows the viewer's light or dark colour scheme.
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
    private let question: StatisticsQuestion

    /// The beginning of a file, by which it is recognised as such a chart.
    private static let mark = "<!-- hometask stats -->"
    private static let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

    /// Whether a file with this beginning is such a chart.
    static func isOurs(_ beginning: [UInt8]) -> Bool { beginning.starts(with: (head + mark).utf8) }

    init(_ statistics: Statistics, _ question: StatisticsQuestion) throws {
        guard statistics.periods.count <= Statistics.mostPeriods else {
            throw UsageError(
                "a chart can have at most \(Statistics.mostPeriods) periods, not \(statistics.periods.count)",
                hint: "Use longer periods (--by month), or start later (--since).")
        }
        self.statistics = statistics
        self.question = question
        words = StatsFormatter(question)
        piled = Self.piled(statistics)
        let family = question.directory.family?.name ?? ""
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
            .open { fill-opacity: 0.35; }
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
    private static let left = 60
    private static let right = 880
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
            let name = Self.escaped(Self.cut(words.name(ofCategory: category.subject), 26))
            return [
                "<rect x=\"\(x)\" y=\"\(y - 11)\" width=\"12\" height=\"12\" rx=\"2\" \(fill(ofCategory: category.subject))/>",
                "<text x=\"\(x + 18)\" y=\"\(y)\">\(name)</text>",
            ]
        }
    }

    private var periods: [String] {
        let most = max(statistics.periods.map(\.done.count).max() ?? 0, 1)
        let step = Self.gridStep(most)
        let top = (most + step - 1) / step * step
        let scale = Double(Self.plotHeight) / Double(top)
        let caption = Self.caption("Done by \(question.step.rawValue)", y: plotTop - 18)
        var parts =
            [caption]
            + stride(from: 0, through: top, by: step).flatMap { value in
                let y = Self.decimal(Double(plotBottom) - Double(value) * scale)
                return [
                    "<line class=\"faint\" x1=\"\(Self.left)\" x2=\"\(Self.right)\" y1=\"\(y)\" y2=\"\(y)\"/>",
                    "<text x=\"\(Self.left - 8)\" y=\"\(y)\" dy=\"4\" text-anchor=\"end\">\(value)</text>",
                ]
            }
        let slot = Double(Self.right - Self.left) / Double(max(statistics.periods.count, 1))
        let width = min(slot * 0.72, 64)
        let labelled = max(Int((Double(labelWidth) / slot).rounded(.up)), 1)
        for (index, period) in statistics.periods.enumerated() {
            let middle = Double(Self.left) + (Double(index) + 0.5) * slot
            parts += pile(period, x: middle - width / 2, width: width, scale: scale)
            if (statistics.periods.count - 1 - index) % labelled == 0 {
                let name = Self.escaped(words.name(of: period))
                // The last label, at the edge, ends where its bar ends.
                let isAtEdge = middle + Double(labelWidth) / 2 > Double(Self.width)
                let x = Self.decimal(isAtEdge ? middle + width / 2 : middle)
                let anchor = isAtEdge ? "end" : "middle"
                parts.append("<text x=\"\(x)\" y=\"\(plotBottom + 20)\" text-anchor=\"\(anchor)\">\(name)</text>")
            }
        }
        return parts
    }

    /// The width for the name of a period.
    private var labelWidth: Int { (statistics.periods.map { words.name(of: $0).count }.max() ?? 0) * 8 + 8 }

    private func pile(_ period: Statistics.Period, x: Double, width: Double, scale: Double) -> [String] {
        var y = Double(plotBottom)
        return piled.compactMap { category in
            let cells = period.cells.filter { $0.category == category.subject }
            let count = cells.reduce(0) { $0 + $1.done.count }
            guard count > 0 else { return nil }
            let height = Double(count) * scale
            y -= height
            let people = cells.map { "\(words.name(ofMember: $0.member)) \($0.done.count)" }.joined(separator: ", ")
            let name = words.name(ofCategory: category.subject)
            let title = Self.escaped("\(words.name(of: period)), \(name): \(count) (\(people))")
            return """
                <rect class="part" x="\(Self.decimal(x))" y="\(Self.decimal(y))" width="\(Self.decimal(width))" \
                height="\(Self.decimal(height))" \(fill(ofCategory: category.subject))><title>\(title)</title></rect>
                """
        }
    }

    private var members: [String] {
        StatsBars(caption: "Done and open by member", top: membersTop, rowHeight: Self.rowHeight).svg(
            statistics.members.map { group in
                StatsBars.Row(
                    name: Self.label(words.name(ofMember: group.subject)), group: group,
                    fill: fill(words.color(ofMember: group.subject)))
            })
    }

    private var categories: [String] {
        if statistics.categories.isEmpty { return [] }
        return StatsBars(caption: "Done and open by category", top: categoriesTop, rowHeight: Self.rowHeight).svg(
            statistics.categories.map { group in
                StatsBars.Row(
                    name: Self.label(words.name(ofCategory: group.subject)), group: group,
                    fill: fill(ofCategory: group.subject))
            })
    }

    private static func label(_ name: String) -> String { escaped(cut(name, 24)) }

    // MARK: Words of SVG

    private func fill(ofCategory subject: Statistics.Subject) -> String { fill(words.color(ofCategory: subject)) }

    /// A fill with a colour in the form in which documents store it. Anything else would put a member's text into the
    /// picture's code.
    private func fill(_ color: String?) -> String {
        guard let color, color.utf8.count == 7, color.utf8.first == UInt8(ascii: "#"),
            color.dropFirst().allSatisfy({ $0.isASCII && $0.isHexDigit })
        else { return "fill=\"#818288\"" }
        return "fill=\"\(color)\""
    }

    static func caption(_ text: String, y: Int) -> String {
        "<text x=\"20\" y=\"\(y)\" font-weight=\"600\">\(text)</text>"
    }

    /// The distance between grid lines: 1, 2 or 5 times a power of ten, for at most five lines.
    private static func gridStep(_ most: Int) -> Int {
        var power = 1
        while true {
            if let step = [1, 2, 5].lazy.map({ $0 * power }).first(where: { $0 * 5 >= most }) { return step }
            power *= 10
        }
    }

    /// A number with one decimal.
    static func decimal(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
    }

    private static func cut(_ text: String, _ columns: Int) -> String {
        TextWidth.truncated(EscapedText.safe(text), to: columns)
    }

    /// Escapes text for use as text or in an attribute. Control characters, which XML does not allow, are made visible
    /// first.
    private static func escaped(_ text: String) -> String { Markup.escaped(EscapedText.safe(text)) }
}
