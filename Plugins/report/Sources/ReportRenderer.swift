// SPDX-License-Identifier: Apache-2.0

import HometaskMarkup
import HometaskPlugin
import HometaskTime

/// A renderer of the report as an HTML page. All text from documents is escaped with ``Markup/escaped(_:)``, and names
/// are in `bdi` elements, so that right-to-left text does not affect the text around it.
struct ReportRenderer {
    private let figures: Figures
    private let family: String

    init(_ figures: Figures, family: String) {
        self.figures = figures
        self.family = family
    }

    /// The parts of the page; each consists of whole lines.
    var pieces: [String] {
        [head, glance] + charts + lists(figures.overdue, "overdue", title: "Overdue", none: "Nothing is overdue.")
            + lists(figures.open, "open", title: "To do", none: "Nothing else is open.", more: waiting)
            + [
                "</main>\n<footer>Made by hometask on \(day) at \(figures.now.time.hourAndMinute).</footer>\n</body>\n</html>"
            ]
    }

    private var day: String { figures.now.date.words }

    private var head: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="\(Stylesheet.policy)">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(Markup.escaped(family)): what was done and what is to do</title>
        <style>\(Stylesheet.text)</style>
        </head>
        <body>
        <header><h1><bdi>\(Markup.escaped(family))</bdi></h1><p>What was done and what is to do, \(day)</p></header>
        <main>
        """
    }

    private var glance: String {
        let dated = figures.onTime + figures.late
        let share = dated == 0 ? "–" : "\((figures.onTime * 100 + dated / 2) / dated) %"
        let tiles = [
            ("To do", "\(figures.open.count + figures.overdue.count)"), ("Overdue", "\(figures.overdue.count)"),
            ("Done in \(weeks)", "\(figures.done)"), ("Of those with a date, on time", share),
        ]
        let list = tiles.map { "<div><dt>\($0)</dt><dd>\($1)</dd></div>" }.joined(separator: "\n")
        return "<section aria-label=\"At a glance\"><dl>\n\(list)\n</dl></section>"
    }

    private var weeks: String { figures.weeks.count == 1 ? "this week" : "\(figures.weeks.count) weeks" }

    // MARK: Charts

    private var charts: [String] {
        let sides = [
            shares("members", "Done and open by member", column: "Member", shares: figures.members),
            shares("categories", "Done and open by category", column: "Category", shares: figures.categories),
        ]
        guard figures.done > 0 else {
            return ["<p>Nothing was done in \(weeks).</p>"] + (figures.members.isEmpty ? [] : sides)
        }
        let columns = figures.weeks.map {
            Chart.Bar(name: "\($0.first.day) \($0.first.shortMonthName)", value: $0.count)
        }
        let parts = [
            Chart.Bar(name: "On time", value: figures.onTime), Chart.Bar(name: "Late", value: figures.late),
            Chart.Bar(name: "Without a date", value: figures.undated),
        ]
        return [
            section(
                "weeks", "Done by week",
                chart: Chart.columns(columns, title: "Tasks done in each week", id: "weeks").svg,
                table: table(["Week from", "Done"], figures.weeks.map { [$0.first.words, "\($0.count)"] })),
            sides[0], sides[1],
            section(
                "time", "On time", chart: Chart.parts(parts, title: "Tasks done on time and late", id: "time").svg,
                table: table(["Tasks", "Done"], parts.map { [$0.name, "\($0.value)"] })),
        ]
    }

    private func shares(_ id: String, _ title: String, column: String, shares: [Figures.Share]) -> String {
        let bars = shares.map {
            let points = $0.points == 0 ? "" : ", \($0.points) \($0.points == 1 ? "point" : "points")"
            return Chart.Bar(name: $0.name, value: $0.count, color: $0.color, note: points, open: $0.open)
        }
        return section(
            id, title, chart: Chart.rows(bars, title: title, id: id).svg,
            table: table(
                [column, "Done", "Open", "Points"],
                shares.map { [Self.name($0.name), "\($0.count)", "\($0.open)", "\($0.points)"] }))
    }

    private func section(_ id: String, _ title: String, chart: String, table: String) -> String {
        """
        <section aria-labelledby="\(id)">
        <h2 id="\(id)">\(title)</h2>
        <figure>
        \(chart)
        </figure>
        <details><summary>As a table</summary>
        \(table)
        </details>
        </section>
        """
    }

    /// Returns a table; its cells are HTML.
    private func table(_ columns: [String], _ rows: [[String]]) -> String {
        let head = columns.map { "<th scope=\"col\">\($0)</th>" }.joined()
        let body = rows.map { row in
            "<tr><th scope=\"row\">\(row[0])</th>" + row.dropFirst().map { "<td>\($0)</td>" }.joined() + "</tr>"
        }
        return
            "<table class=\"numbers\"><thead><tr>\(head)</tr></thead><tbody>\n\(body.joined(separator: "\n"))\n</tbody></table>"
    }

    // MARK: Lists

    private var waiting: String {
        switch figures.waiting {
        case 0: ""
        case 1: "<p>One more task waits until later.</p>"
        default: "<p>\(figures.waiting) more tasks wait until later.</p>"
        }
    }

    private func lists(_ rows: [Figures.Row], _ id: String, title: String, none: String, more: String = "")
        -> [String]
    {
        let begin = "<section aria-labelledby=\"\(id)\" class=\"list\">\n<h2 id=\"\(id)\">\(title)</h2>"
        guard !rows.isEmpty else { return ["\(begin)\n<p>\(none)</p>\(more)\n</section>"] }
        let head = ["Task", "Due", "For", "Category", "Priority"].map { "<th scope=\"col\">\($0)</th>" }.joined()
        let lines = rows.map { row -> String in
            let cells = [
                row.due ?? "", row.members.map(Self.name).joined(separator: ", "), row.category.map(Self.name) ?? "",
                Markup.escaped(row.priority ?? ""),
            ]
            return "<tr><th scope=\"row\">\(Self.name(row.title))</th>" + cells.map { "<td>\($0)</td>" }.joined()
                + "</tr>"
        }
        return ["\(begin)\n<table><thead><tr>\(head)</tr></thead><tbody>"] + lines
            + ["</tbody></table>\(more)\n</section>"]
    }

    private static func name(_ text: String) -> String { "<bdi>\(Markup.escaped(text))</bdi>" }
}
