// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// Text of unknown origin made harmless in a page of HTML.
public enum HTMLText {
    /// Text as the content of an element or the value of a quoted attribute: the characters that HTML gives a meaning
    /// (HTML, 13.3, "Escaping a string") as references.
    public static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// JSON that can stand in a `script` element, and means the same to whoever reads JSON.
    ///
    /// What could end the element or begin a comment in it (`<`, `>`, `&`), what JavaScript once took for the end of a line
    /// (U+2028, U+2029), control characters and bidirectional controls are written as `\uXXXX`. Outside of strings JSON
    /// has none of them.
    public static func script(_ json: JSON) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in json.compactText.unicodeScalars {
            if isTold(scalar.value) {
                escaped.append(contentsOf: "\\u".unicodeScalars)
                let digits = String(scalar.value, radix: 16)
                escaped.append(contentsOf: (String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
            } else {
                escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    private static func isTold(_ value: UInt32) -> Bool {
        switch value {
        case 0x26, 0x3C, 0x3E, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
