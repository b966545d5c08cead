// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin

/// Text within GitHub Flavored Markdown: what would mark something else is escaped, and addresses on the web are links.
enum MarkdownText {
    /// A line of text that may stand anywhere within a line.
    static func inline(_ text: some StringProtocol) -> String {
        var result = ""
        // Characters that turn the text behind them around would reach beyond it.
        let plain = string(Array(text.unicodeScalars.filter { !turning.contains($0.value) })[...])
        var rest = Array(PlainText.line(plain, limit: PlainText.longestTextLine).line.unicodeScalars)[...]
        while let scalar = rest.first {
            if let length = linkLength(rest) {
                result += "<\(string(rest.prefix(length)))>"
                rest = rest.dropFirst(length)
                continue
            }
            rest = rest.dropFirst()
            if marks.contains(scalar) { result.unicodeScalars.append("\\") }
            result.unicodeScalars.append(scalar)
        }
        return result
    }

    /// A line of text that begins a line: it must not begin a list, a heading or the like.
    static func line(_ text: some StringProtocol) -> String {
        let inline = inline(text)
        let scalars = inline.unicodeScalars
        guard let first = scalars.first else { return "" }
        if ["+", "-", "=", ":"].contains(first) { return "\\" + inline }
        let digits = scalars.prefix { ("0"..."9").contains($0) }
        if !digits.isEmpty, let next = scalars.dropFirst(digits.count).first, next == "." || next == ")" {
            return String(digits) + "\\" + String(scalars.dropFirst(digits.count))
        }
        return inline
    }

    /// A text as code, which shows all its characters as they are.
    ///
    /// One with brackets is not a code: cmark-gfm takes any `[x]` of a line for the one that ticks its box.
    static func code(_ text: String) -> String {
        if text.unicodeScalars.contains("[") { return inline(text) }
        let text = string(Array(text.unicodeScalars.filter { !turning.contains($0.value) })[...])
        var longest = 0
        var run = 0
        for byte in text.utf8 {
            run = byte == 0x60 ? run + 1 : 0
            longest = max(longest, run)
        }
        let fence = String(repeating: "`", count: longest + 1)
        return longest > 0 ? "\(fence) \(text) \(fence)" : "`\(text)`"
    }

    private static let marks = Set("\\`*_[]<>|~&$#".unicodeScalars)

    /// Embeddings, overrides and isolates of the direction of text, and their ends.
    private static let turning: Set<UInt32> = [
        0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069,
    ]

    /// How long the address is that begins here; nil if none does. A sign that ends a sentence is not a part of it.
    private static func linkLength(_ scalars: ArraySlice<Unicode.Scalar>) -> Int? {
        guard scalars.first == "h" || scalars.first == "H" else { return nil }
        let start = string(scalars.prefix(8)).lowercased()
        guard start == "https://" || start.hasPrefix("http://") else { return nil }
        let address = scalars.prefix {
            !$0.properties.isWhitespace && !"<>[]\"`".unicodeScalars.contains($0)
        }
        // Programs differ in whether they take a character reference in an address for one.
        if let mark = address.firstIndex(of: "&"), address[mark...].contains(";") { return nil }
        let end = address.lastIndex { !".,;:!?)]}'*_".unicodeScalars.contains($0) }
        let length = end.map { $0 + 1 - address.startIndex } ?? 0
        return length > (start == "https://" ? 8 : 7) ? length : nil
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
