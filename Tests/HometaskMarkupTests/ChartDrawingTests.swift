// SPDX-License-Identifier: Apache-2.0

import HometaskMarkup
import Testing

@Suite("Charts in SVG")
struct ChartDrawingTests {
    private static let drawing = ChartColumns(left: 60, right: 880, top: 100, bottom: 300, edge: 900, grid: "faint")

    /// A column with one part for each value.
    private func column(_ name: String, _ values: Int...) -> ChartColumns.Column {
        ChartColumns.Column(
            name: name,
            parts: values.map { ChartColumns.Part(value: $0, attributes: "class=\"a\"", title: "<\($0)>") })
    }

    @Test(
        "The scale has round steps, at most five above zero, and reaches the highest bar",
        arguments: [
            (0, [0, 1]), (1, [0, 1]), (5, [0, 1, 2, 3, 4, 5]), (6, [0, 2, 4, 6]), (37, [0, 10, 20, 30, 40]),
            (1234, [0, 500, 1000, 1500]),
        ])
    func scale(most: Int, numbers: [Int]) {
        let texts = Self.drawing.svg([column("a", 0), column("b", most)]).filter { $0.contains(" dy=") }
        #expect(texts.compactMap { Int($0.split { "<>".contains($0) }[1]) } == numbers)
    }

    @Test("The segments of a bar are stacked, and segments of zero are omitted")
    func pile() {
        let bars = Self.drawing.svg([column("a", 1, 0, 2)]).filter { $0.hasPrefix("<rect") }
        #expect(
            bars == [
                "<rect x=\"438\" y=\"233.3\" width=\"64\" height=\"66.7\" class=\"a\"><title>&lt;1&gt;</title></rect>",
                "<rect x=\"438\" y=\"100\" width=\"64\" height=\"133.3\" class=\"a\"><title>&lt;2&gt;</title></rect>",
            ])
    }

    @Test("With many bars only some are labelled, the last always, and no label crosses the edge")
    func names() {
        let code = Self.drawing.svg((0..<100).map { column("week \($0 % 10)&", 1) })
        let names = code.filter { $0.contains("&amp;</text>") }
        #expect(names.count == 13)
        #expect(names.last == "<text x=\"896\" y=\"320\" text-anchor=\"end\">week 9&amp;</text>")
        #expect(names.dropLast().allSatisfy { $0.contains("text-anchor=\"middle\"") })
    }

    @Test("A row has a bar for done tasks and a fainter one for open tasks, on one scale")
    func rows() {
        let drawing = ChartRows(left: 200, room: 400, top: 50, pitch: 30)
        let row = ChartRows.Row(
            name: "<b>old</b>", label: "<b>", done: 4, open: 2, note: ", 5 points", attributes: "class=\"a\"")
        let name = "&lt;b&gt;old&lt;/b&gt;"
        #expect(
            drawing.svg([row]) == [
                "<text x=\"190\" y=\"50\" text-anchor=\"end\">&lt;b&gt;</text>",
                "<rect x=\"200\" y=\"35\" width=\"400\" height=\"12\" class=\"a\"><title>\(name): 4 done</title></rect>",
                "<rect x=\"200\" y=\"48\" width=\"200\" height=\"7\" class=\"a\" fill-opacity=\"0.35\">"
                    + "<title>\(name): 2 open</title></rect>",
                "<text x=\"608\" y=\"50\">4 done, 5 points, 2 open</text>",
            ])
        #expect(drawing.svg([row, row])[4].contains(" y=\"80\""))
        #expect(drawing.svg([]).isEmpty)
    }

    @Test("Only a colour in the documents' notation is inserted into a chart's SVG")
    func colours() {
        #expect(ChartDrawing.fill("#a1b2c3") == "fill=\"#a1b2c3\"")
        for text in [nil, "", "red", "#A1B2C3", "#12345", "#12345g", "#12345\"", "#1234é", "1234567"] {
            #expect(ChartDrawing.fill(text) == nil, "\(text ?? "")")
        }
    }
}
