// SPDX-License-Identifier: Apache-2.0

/// Text within XML and HTML.
public enum Markup {
    /// A text that may stand between tags and, within quotes, as an attribute's value. What XML 1.0 (section 2.2)
    /// cannot hold at all becomes the replacement character.
    public static func escaped(_ text: some StringProtocol) -> String {
        // By scalars: with an accent behind it, '<' is another character, and still the same byte to a parser.
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
            case "'": result.append(contentsOf: "&#39;".unicodeScalars)
            case "\n", "\t": result.append(scalar)
            case _ where PlainText.isControl(scalar) || scalar.value & 0xFFFE == 0xFFFE: result.append("\u{FFFD}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
