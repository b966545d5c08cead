// SPDX-License-Identifier: Apache-2.0

/// A cell that is safe to show and whose width is known: measured once, and once more only if it has to be cut.
struct MeasuredCell {
    let text: String
    let style: Style
    let columns: Int

    init(_ cell: Cell) {
        var text = EscapedText.safe(cell.text)
        while text.unicodeScalars.last == " " { text.unicodeScalars.removeLast() }
        self.init(text: text, style: cell.style, columns: TextWidth.columns(text))
    }

    private init(text: String, style: Style, columns: Int) {
        self.text = text
        self.style = style
        self.columns = columns
    }

    func fitted(to columns: Int) -> MeasuredCell {
        if self.columns <= columns { return self }
        let fitted = TextWidth.fitted(text, to: columns)
        return MeasuredCell(text: fitted.text, style: style, columns: fitted.columns)
    }
}
