// SPDX-License-Identifier: Apache-2.0

import HometaskQueries
import HometaskTerminal

/// A fault in a query as it is shown: the query, and a caret under what is wrong with it.
struct QueryFault {
    private let before: String
    private let fault: String
    private let behind: String

    init(_ error: QueryError) {
        let bytes = Array(error.text.utf8)
        let start = min(error.range.lowerBound, bytes.count)
        let end = min(max(start, error.range.upperBound), bytes.count)
        before = EscapedText.safe(String(decoding: bytes[..<start], as: UTF8.self))
        fault = EscapedText.safe(String(decoding: bytes[start..<end], as: UTF8.self))
        behind = EscapedText.safe(String(decoding: bytes[end...], as: UTF8.self))
    }

    /// The query, with as much of it as fits, and under it the carets; two lines.
    func lines(width: Int) -> [String] {
        let width = max(10, width)
        let middle = TextWidth.truncated(fault, to: max(1, width - 2))
        let columns = max(1, TextWidth.columns(middle))
        let rest = width - columns
        // What stands before is worth more than what follows, since it has been read already.
        let following = min(TextWidth.columns(behind), rest / 3)
        let start = Self.end(of: before, columns: rest - following)
        let indent = String(repeating: " ", count: TextWidth.columns(start))
        let last = TextWidth.truncated(behind, to: width - TextWidth.columns(start) - TextWidth.columns(middle))
        return [start + middle + last, indent + String(repeating: "^", count: columns)]
    }

    /// The end of a text, behind an ellipsis where not all of it fits.
    private static func end(of text: String, columns: Int) -> String {
        guard TextWidth.columns(text) > columns else { return text }
        var characters: [Character] = []
        var used = 1
        for character in text.reversed() {
            used += TextWidth.columns(String(character))
            if used > columns { break }
            characters.append(character)
        }
        return "…" + String(characters.reversed())
    }
}
