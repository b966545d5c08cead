// SPDX-License-Identifier: Apache-2.0

/// A cell that is safe to show, with its width. It is measured once, and again only if it is cut.
struct MeasuredCell: Sendable {
    let text: String
    let columns: Int
    private let style: Style
    private let marks: [Range<Int>]

    init(_ cell: Cell) {
        var text = EscapedText.safe(cell.text)
        while text.unicodeScalars.last == " " { text.unicodeScalars.removeLast() }
        self.init(text: text, columns: TextWidth.columns(text), style: cell.style, marks: cell.marks)
    }

    private init(text: String, columns: Int, style: Style, marks: [Range<Int>]) {
        self.text = text
        self.columns = columns
        self.style = style
        self.marks = marks
    }

    func fitted(to columns: Int) -> MeasuredCell {
        if self.columns <= columns { return self }
        let fitted = TextWidth.fitted(text, to: columns)
        // The part of the text before the ellipsis.
        let kept = 0..<max(fitted.text.utf8.count - "…".utf8.count, 0)
        return MeasuredCell(
            text: fitted.text, columns: fitted.columns, style: style,
            marks: marks.filter { $0.overlaps(kept) }.map { $0.clamped(to: kept) })
    }

    /// Returns the text in its style.
    func styled(in mode: ColorMode) -> String { MarkedText.styled(text, marks: marks, style: style, in: mode) }
}
