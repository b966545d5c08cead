// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin

/// Text in GitHub Flavored Markdown: special characters are escaped, and web addresses become links.
enum MarkdownText {
    /// Returns a string that is safe at any position within a line.
    static func inline(_ text: some StringProtocol) -> String {
        var result = ""
        // Bidirectional controls would also affect the text after this one.
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

    /// Returns a string that is safe at the beginning of a line, where it starts no list, heading or other block.
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

    /// Returns a string as a code span, in which all characters except line breaks are shown verbatim.
    ///
    /// A string with an opening bracket is not written as a code span, because cmark-gfm takes any `[x]` in a line for
    /// the item's check box.
    static func code(_ text: String) -> String {
        if text.unicodeScalars.contains("[") { return inline(text) }
        let plain = string(Array(text.unicodeScalars.filter { !turning.contains($0.value) })[...])
        let text = PlainText.line(plain, limit: PlainText.longestTextLine).line
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

    /// The embeddings, overrides and isolates of bidirectional text, and their terminators.
    private static let turning: Set<UInt32> = [
        0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069,
    ]

    /// Returns the length of the web address at the beginning of a string; nil if there is none. Trailing punctuation
    /// is not part of the address.
    private static func linkLength(_ scalars: ArraySlice<Unicode.Scalar>) -> Int? {
        guard scalars.first == "h" || scalars.first == "H" else { return nil }
        let start = string(scalars.prefix(8)).lowercased()
        guard start == "https://" || start.hasPrefix("http://") else { return nil }
        let address = scalars.prefix {
            !$0.properties.isWhitespace && !"<>[]\"`".unicodeScalars.contains($0)
        }
        // Programs differ in whether they decode a character reference in an address.
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
