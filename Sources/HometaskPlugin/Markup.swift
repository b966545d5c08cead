// SPDX-License-Identifier: Apache-2.0

/// Text in XML and HTML.
public enum Markup {
    /// Escapes a text for use between tags or, in quotes, as an attribute's value. Characters that XML 1.0 (section
    /// 2.2) does not allow become the replacement character.
    public static func escaped(_ text: some StringProtocol) -> String {
        // By Unicode scalars: to Swift, '<' with a combining accent is another character, but to a parser it is the
        // same byte.
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
