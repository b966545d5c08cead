// SPDX-License-Identifier: Apache-2.0

import HometaskQueries
import HometaskTerminal

/// The display of an error in a query: the query, with carets under the erroneous part.
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

    /// Returns two lines: as much of the query as fits, and the carets below it.
    func lines(width: Int) -> [String] {
        let width = max(10, width)
        let middle = TextWidth.truncated(fault, to: max(1, width - 2))
        let columns = max(1, TextWidth.columns(middle))
        let rest = width - columns
        // The text before the error gets more room than the text after it, because it leads up to the error.
        let following = min(TextWidth.columns(behind), rest / 3)
        let start = Self.end(of: before, columns: rest - following)
        let indent = String(repeating: " ", count: TextWidth.columns(start))
        let last = TextWidth.truncated(behind, to: width - TextWidth.columns(start) - TextWidth.columns(middle))
        return [start + middle + last, indent + String(repeating: "^", count: columns)]
    }

    /// Returns the end of `text`, preceded by an ellipsis if it does not fit.
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
