// SPDX-License-Identifier: Apache-2.0

/// A cell with several texts, separated by commas. A text is quoted if it contains a separator, a quote or a line
/// break, or has spaces around it.
enum ListCell {
    /// Returns the cell for several texts; empty if there are none.
    static func text(_ parts: [String]) -> String { parts.map(quoted).joined(separator: ", ") }

    /// Returns the texts of a cell. Semicolons and line breaks also separate texts; so do spaces, if the texts are
    /// single words.
    static func parts(_ cell: String, areWords: Bool = false) -> [String] {
        var parts: [String] = []
        var part = String.UnicodeScalarView()
        var isQuoted = false
        var wasQuoted = false
        func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
        func end() {
            let text = wasQuoted ? String(part) : trimmed(part)
            if !text.isEmpty { parts.append(text) }
            part = .init()
            (isQuoted, wasQuoted) = (false, false)
        }
        let scalars = Array(cell.unicodeScalars)
        var place = 0
        while place < scalars.count {
            let scalar = scalars[place]
            if isQuoted {
                if scalar != "\"" {
                    part.append(scalar)
                } else if place + 1 < scalars.count, scalars[place + 1] == "\"" {
                    part.append(scalar)
                    place += 1
                } else {
                    isQuoted = false
                }
            } else if scalar == "\"", part.allSatisfy(isBlank), !wasQuoted {
                part = .init()
                (isQuoted, wasQuoted) = (true, true)
            } else if scalar == "," || scalar == ";" || scalar == "\n" || scalar == "\r" || areWords && isBlank(scalar)
            {
                end()
            } else if !(wasQuoted && isBlank(scalar)) {
                part.append(scalar)
            }
            place += 1
        }
        end()
        return parts
    }

    private static func quoted(_ text: String) -> String {
        let isPlain = !text.unicodeScalars.contains { "\",;\n\r".unicodeScalars.contains($0) }
        if isPlain, trimmed(text.unicodeScalars) == text { return text }
        let doubled = text.unicodeScalars.reduce(into: String.UnicodeScalarView()) { result, scalar in
            if scalar == "\"" { result.append(scalar) }
            result.append(scalar)
        }
        return "\"\(String(doubled))\""
    }

    private static func trimmed(_ scalars: String.UnicodeScalarView) -> String {
        let end =
            scalars.lastIndex { !$0.properties.isWhitespace }.map { scalars.index(after: $0) } ?? scalars.startIndex
        return String(String.UnicodeScalarView(scalars[..<end].drop { $0.properties.isWhitespace }))
    }
}
