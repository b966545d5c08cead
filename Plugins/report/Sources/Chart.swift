// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin

/// Pictures in SVG that stand within the page and take their colours from it. What they show, tables beside them say.
struct Chart {
    /// A bar: its name, how high it is, and its own colour.
    struct Bar {
        let name: String
        let value: Int
        var color: String?
        /// What follows the number.
        var note = ""
        /// A second number, of rows alone: how many are open.
        var open = 0
    }

    /// The code of the picture.
    let svg: String

    private static let width = 580

    /// Upright bars beside each other, with a scale.
    static func columns(_ bars: [Bar], title: String, id: String) -> Chart {
        let (left, right, top, bottom) = (36.0, Double(width), 14.0, 190.0)
        let most = max(bars.map(\.value).max() ?? 0, 1)
        let step = gridStep(most)
        let scale = (bottom - top) / Double((most + step - 1) / step * step)
        var parts = stride(from: 0, through: (most + step - 1) / step * step, by: step).flatMap { value -> [String] in
            let y = decimal(bottom - Double(value) * scale)
            return [
                "<line class=\"grid\" x1=\"\(decimal(left))\" x2=\"\(width)\" y1=\"\(y)\" y2=\"\(y)\"/>",
                "<text x=\"\(decimal(left - 6))\" y=\"\(y)\" dy=\"4\" text-anchor=\"end\">\(value)</text>",
            ]
        }
        let slot = (right - left) / Double(max(bars.count, 1))
        let thick = min(slot * 0.72, 56)
        let every = max(Int((64 / slot).rounded(.up)), 1)
        for (index, bar) in bars.enumerated() {
            let middle = left + (Double(index) + 0.5) * slot
            let height = Double(bar.value) * scale
            parts.append(
                rect(bar, x: middle - thick / 2, y: bottom - height, width: thick, height: height))
            // Counted from the latest, which is always named.
            if (bars.count - 1 - index) % every == 0 {
                parts.append(
                    "<text x=\"\(decimal(middle))\" y=\"\(decimal(bottom + 18))\" text-anchor=\"middle\">"
                        + "\(Markup.escaped(bar.name))</text>")
            }
        }
        return Chart(parts, height: 216, title: title, id: id)
    }

    /// Pairs of bars below each other, what is done above what is open, each pair with its name before and its numbers
    /// after it.
    static func rows(_ bars: [Bar], title: String, id: String) -> Chart {
        let (left, room, pitch) = (170.0, 290.0, 26)
        let scale = room / Double(max(bars.map { max($0.value, $0.open) }.max() ?? 0, 1))
        let parts = bars.enumerated().flatMap { index, bar -> [String] in
            let y = Double(index * pitch)
            let behind = left + scale * Double(max(bar.value, bar.open)) + 8
            return [
                "<text x=\"\(decimal(left - 10))\" y=\"\(decimal(y + 19))\" text-anchor=\"end\">"
                    + "\(Markup.escaped(cut(bar.name, 20)))</text>",
                rect(bar, x: left, y: y + 3, width: scale * Double(bar.value), height: 12, says: "\(bar.value) done"),
                rect(
                    bar, x: left, y: y + 16, width: scale * Double(bar.open), height: 7, isFaint: true,
                    says: "\(bar.open) open"),
                "<text x=\"\(decimal(behind))\" y=\"\(decimal(y + 19))\">"
                    + "\(bar.value) done\(Markup.escaped(bar.note)), \(bar.open) open</text>",
            ]
        }
        return Chart(parts, height: bars.count * pitch + 4, title: title, id: id)
    }

    /// One bar of parts, which are told apart by their patterns and names as well as by their colours.
    static func parts(_ bars: [Bar], title: String, id: String) -> Chart {
        let total = max(bars.reduce(0) { $0 + $1.value }, 1)
        var x = 0.0
        var parts: [String] = []
        for (index, bar) in bars.enumerated() {
            let length = Double(width) * Double(bar.value) / Double(total)
            parts.append(rect(bar, x: x, y: 2, width: length, height: 30, class: "part\(index)"))
            parts.append(
                "<rect class=\"bar part\(index)\" x=\"\(index * 190)\" y=\"46\" width=\"14\" height=\"14\"/>"
                    + "<text x=\"\(index * 190 + 22)\" y=\"58\">\(Markup.escaped(bar.name)): \(bar.value)</text>")
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

    private static func rect(
        _ bar: Bar, x: Double, y: Double, width: Double, height: Double, class name: String = "",
        isFaint: Bool = false, says number: String? = nil
    ) -> String {
        let fill = isColor(bar.color) ? " fill=\"\(bar.color ?? "")\"" : ""
        let classes = "bar" + (fill.isEmpty ? " \(name.isEmpty ? "plain" : name)" : "")
        // The page lets no style but its own count, so this is an attribute.
        let opacity = isFaint ? " fill-opacity=\"0.35\"" : ""
        return """
            <rect class="\(classes)" x="\(decimal(x))" y="\(decimal(y))" width="\(decimal(width))" \
            height="\(decimal(height))"\(fill)\(opacity)><title>\(Markup.escaped("\(bar.name): \(number ?? "\(bar.value)")"))</title></rect>
            """
    }

    /// Whether a text is a colour as documents write it; anything else would be text in the picture's code.
    private static func isColor(_ color: String?) -> Bool {
        guard let color = color?.utf8, color.count == 7, color.first == 0x23 else { return false }
        return color.dropFirst().allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// A step between lines of the grid: 1, 2 or 5 times a power of ten, five lines at most.
    private static func gridStep(_ most: Int) -> Int {
        var power = 1
        while true {
            if let step = [1, 2, 5].lazy.map({ $0 * power }).first(where: { $0 * 5 >= most }) { return step }
            power *= 10
        }
    }

    /// The beginning of a text that takes as much room as so many Latin letters, about.
    private static func cut(_ text: String, _ columns: Int) -> String {
        var room = columns
        let head = text.prefix { character in
            room -= character.unicodeScalars.contains { $0.value >= 0x1100 } ? 2 : 1
            return room >= 0
        }
        return head.endIndex == text.endIndex ? text : head.dropLast() + "…"
    }

    /// A number with one decimal.
    private static func decimal(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
    }
}
