// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskTerminal

/// Renders a checklist for the terminal: numbers, marks and texts.
enum ItemRenderer {
    /// Returns a heading with the progress, and a row for each item, wrapped beside its mark.
    static func lines(_ list: Checklist, width: Int, mode: ColorMode) -> [String] {
        guard let progress = list.progress else { return [] }
        let digits = "\(list.items.count)".count
        let indent = digits + 3
        let rows = list.items.enumerated().flatMap { index, item -> [String] in
            let number = TextWidth.padded("\(index + 1)", to: digits, alignment: .right)
            let mark = item.isDone ? Style.green.applied(to: "✔", in: mode) : Style.red.applied(to: "○", in: mode)
            let style = item.isDone ? Style.strikethrough.union(.dim) : .plain
            let text = TextWidth.wrapped(EscapedText.safe(item.text), to: max(12, width - indent))
            return text.enumerated().map { row, part in
                let head = "\(Style.dim.applied(to: number, in: mode)) \(mark) "
                return (row == 0 ? head : String(repeating: " ", count: indent)) + style.applied(to: part, in: mode)
            }
        }
        return ["", Style.dim.applied(to: "Checklist \(progress)", in: mode)] + rows
    }
}
