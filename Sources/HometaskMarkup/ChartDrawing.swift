// SPDX-License-Identifier: Apache-2.0

/// Bars and texts of a chart in SVG 1.1.
///
/// Texts are untrusted and are escaped. Attributes are trusted code: they set the appearance, by a class or by
/// ``fill(_:)``.
public enum ChartDrawing {
    /// A bar, with a tooltip.
    public static func bar(
        x: Double, y: Double, width: Double, height: Double, attributes: String, title: String
    ) -> String {
        """
        <rect x="\(decimal(x))" y="\(decimal(y))" width="\(decimal(width))" height="\(decimal(height))" \(attributes)>\
        <title>\(Markup.escaped(title))</title></rect>
        """
    }

    /// A text at a place, by default to the right of it.
    public static func text(_ text: String, x: Double, y: Double, attributes: String = "") -> String {
        let more = attributes.isEmpty ? "" : " " + attributes
        return "<text x=\"\(decimal(x))\" y=\"\(decimal(y))\"\(more)>\(Markup.escaped(text))</text>"
    }

    /// The attribute for a colour in the form in which documents store it, `#rrggbb`; nil for anything else, which
    /// would inject a member's text into the code of the chart.
    public static func fill(_ color: String?) -> String? {
        guard let color, color.utf8.count == 7, color.utf8.first == UInt8(ascii: "#") else { return nil }
        let isHexadecimal = color.utf8.dropFirst().allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
        }
        return isHexadecimal ? "fill=\"\(color)\"" : nil
    }

    /// A non-negative number with one decimal.
    public static func decimal(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
