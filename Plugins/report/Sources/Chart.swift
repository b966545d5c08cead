// SPDX-License-Identifier: Apache-2.0

import HometaskMarkup
import HometaskPlugin

/// Inline SVG charts that inherit the page's colours. Tables beside the charts contain the same data.
struct Chart {
    /// A bar: its name, its value, and its own colour.
    struct Bar {
        let name: String
        let value: Int
        var color: String?
        /// The text after the value.
        var note = ""
        /// A second value for rows only: the open tasks.
        var open = 0

        /// The bar's name and value, shown as a tooltip.
        fileprivate var words: String { "\(name): \(value)" }

        /// The attributes for the bar's colour.
        fileprivate var look: String { ChartDrawing.fill(color).map { "class=\"bar\" \($0)" } ?? "class=\"bar plain\"" }
    }

    /// The code of the picture.
    let svg: String

    private static let width = 580
    private static let pitch = 26

    /// Upright bars side by side, with a scale.
    static func columns(_ bars: [Bar], title: String, id: String) -> Chart {
        let drawing = ChartColumns(left: 36, right: 560, top: 14, bottom: 190, edge: Double(width), grid: "grid")
        let columns = bars.map { bar in
            ChartColumns.Column(
                name: bar.name, parts: [ChartColumns.Part(value: bar.value, attributes: bar.look, title: bar.words)])
        }
        return Chart(drawing.svg(columns), height: 216, title: title, id: id)
    }

    /// Pairs of bars below each other, done above open, each pair with its name before and its values after it.
    static func rows(_ bars: [Bar], title: String, id: String) -> Chart {
        let rows = bars.map { bar in
            ChartRows.Row(
                name: bar.name, label: cut(bar.name, 20), done: bar.value, open: bar.open, note: bar.note,
                attributes: bar.look)
        }
        let drawing = ChartRows(left: 170, room: 290, top: 19, pitch: Double(pitch))
        return Chart(drawing.svg(rows), height: bars.count * pitch + 4, title: title, id: id)
    }

    /// One stacked bar, whose parts differ in pattern and name as well as colour.
    static func parts(_ bars: [Bar], title: String, id: String) -> Chart {
        let total = max(bars.reduce(0) { $0 + $1.value }, 1)
        var x = 0.0
        var parts: [String] = []
        for (index, bar) in bars.enumerated() {
            let look = "class=\"bar part\(index)\""
            let length = Double(width) * Double(bar.value) / Double(total)
            parts.append(ChartDrawing.bar(x: x, y: 2, width: length, height: 30, attributes: look, title: bar.words))
            parts.append(
                "<rect \(look) x=\"\(index * 190)\" y=\"46\" width=\"14\" height=\"14\"/>"
                    + ChartDrawing.text(bar.words, x: Double(index * 190 + 22), y: 58))
            x += length
        }
        return Chart(parts, height: 66, title: title, id: id)
    }

    private init(_ parts: [String], height: Int, title: String, id: String) {
        svg = """
            <svg viewBox="0 0 \(Self.width) \(height)" role="img" aria-labelledby="\(id)-title">
            <title id="\(id)-title">\(Markup.escaped(title))</title>
            \(parts.joined(separator: "\n"))
            </svg>
            """
    }

    /// The beginning of a text, cut to about the width of a number of Latin letters.
    private static func cut(_ text: String, _ columns: Int) -> String {
        var room = columns
        let head = text.prefix { character in
            room -= character.unicodeScalars.contains { $0.value >= 0x1100 } ? 2 : 1
            return room >= 0
        }
        return head.endIndex == text.endIndex ? text : head.dropLast() + "…"
    }
}
