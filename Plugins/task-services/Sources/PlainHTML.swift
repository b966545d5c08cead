// SPDX-License-Identifier: Apache-2.0

/// Converts HTML, such as that of notes, to plain text: without tags, and with line breaks after block elements.
enum PlainHTML {
    /// The elements after which a line ends.
    private static let blocks: Set<String> = ["br", "/div", "/li", "/p", "/tr", "/h1", "/h2", "/h3"]
    /// The elements with hidden contents.
    private static let hidden: Set<String> = ["head", "script", "style", "title"]

    /// Returns the text of an HTML fragment.
    static func text(_ html: String) -> String {
        var text = ""
        var rest = html[...]
        var skipped: String?
        while let start = rest.firstIndex(of: "<") {
            if skipped == nil { text += plain(rest[..<start]) }
            guard let end = rest[start...].firstIndex(of: ">") else {
                rest = rest[start...]
                break
            }
            let name = rest[rest.index(after: start)..<end].lowercased().prefix { !$0.isWhitespace }
            let tag = String(name.last == "/" ? name.dropLast() : name)
            if skipped == nil, hidden.contains(tag) { skipped = tag }
            if let open = skipped, tag == "/\(open)" { skipped = nil }
            if skipped == nil, blocks.contains(tag) { text += "\n" }
            rest = rest[rest.index(after: end)...]
        }
        if skipped == nil { text += plain(rest) }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        guard let last = lines.lastIndex(where: { !$0.isEmpty }) else { return "" }
        return lines[...last].drop(while: \.isEmpty).joined(separator: "\n")
    }

    private static let references = [
        "amp": "&", "apos": "'", "gt": ">", "lt": "<", "nbsp": " ", "quot": "\"", "#39": "'", "#160": " ",
    ]

    /// Replaces line breaks, which mean spaces, and character references.
    private static func plain(_ text: Substring) -> String {
        var parts = text.map { $0.isNewline ? " " : String($0) }.joined().split(
            separator: "&", omittingEmptySubsequences: false)
        var result = String(parts.removeFirst())
        for part in parts {
            if let end = part.firstIndex(of: ";"), let character = character(part[..<end]) {
                result += character + part[part.index(after: end)...]
            } else {
                result += "&" + part
            }
        }
        return result
    }

    private static func character(_ name: Substring) -> String? {
        if let known = references[name.lowercased()] { return known }
        guard name.first == "#" else { return nil }
        let isHex = name.dropFirst().first?.lowercased() == "x"
        return UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10).flatMap { Unicode.Scalar($0) }.map {
            String($0)
        }
    }
}
