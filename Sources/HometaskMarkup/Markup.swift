// SPDX-License-Identifier: Apache-2.0

/// Escapes text for HTML and XML.
public enum Markup {
    /// Escapes a text for use between tags or, in quotes, as the value of an attribute.
    ///
    /// Characters with a meaning become references (HTML, 13.3, "Escaping a string"), and so does a carriage return,
    /// which parsers would read as a line feed. Noncharacters, and control characters other than tabs and line feeds,
    /// become the replacement character, because HTML or XML 1.0 (section 2.2) does not allow them.
    public static func escaped(_ text: String) -> String {
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
            case "\r": result.append(contentsOf: "&#13;".unicodeScalars)
            case "\t", "\n": result.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": result.append("\u{FFFD}")
            case _ where scalar.value & 0xFFFE == 0xFFFE: result.append("\u{FFFD}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
