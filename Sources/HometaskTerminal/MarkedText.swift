// SPDX-License-Identifier: Apache-2.0

/// Text in which parts are highlighted, such as the matches of a search.
enum MarkedText {
    /// The style of the highlighted parts.
    static let mark = Style.bold.union(.underline)

    /// Returns `text` in a style, with parts of it bold and underlined instead. A character is highlighted as a whole.
    ///
    /// - Parameters:
    ///   - text: Text that is safe to show.
    ///   - marks: The highlighted parts, as UTF-8 byte ranges, in order.
    static func styled(_ text: String, marks: [Range<Int>], style: Style, in mode: ColorMode) -> String {
        if marks.isEmpty { return style.applied(to: text, in: mode) }
        var styled = ""
        var piece = ""
        var isMarked = false
        var place = 0
        var rest = marks[...]
        for character in text {
            let end = place + character.utf8.count
            while let first = rest.first, first.upperBound <= place { rest.removeFirst() }
            let isIn = rest.first.map { $0.overlaps(place..<end) } ?? false
            if isIn != isMarked {
                styled += (isMarked ? mark : style).applied(to: piece, in: mode)
                (piece, isMarked) = ("", isIn)
            }
            piece.append(character)
            place = end
        }
        return styled + (isMarked ? mark : style).applied(to: piece, in: mode)
    }
}
