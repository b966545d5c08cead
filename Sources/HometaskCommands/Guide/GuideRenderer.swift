// SPDX-License-Identifier: Apache-2.0

import HometaskTerminal

/// Renders a page of the guide for the terminal.
struct GuideRenderer {
    private let markdown: Markdown
    private let width: Int
    private let mode: ColorMode

    /// The maximum width: longer lines are hard to read, however wide the terminal is.
    private static let widest = 100

    init(_ topic: GuideTopic, width: Int, mode: ColorMode) {
        markdown = Markdown(topic.text)
        self.width = min(width, Self.widest)
        self.mode = mode
    }

    /// The lines of the page, safe for a terminal.
    var lines: [String] {
        var lines: [String] = []
        var last: Markdown.Block?
        for block in markdown.blocks {
            if let last, !Self.staysTogether(last, block) { lines.append("") }
            lines += self.lines(block)
            last = block
        }
        return lines
    }

    private static func staysTogether(_ one: Markdown.Block, _ other: Markdown.Block) -> Bool {
        if case .item = one, case .item = other { return true }
        return false
    }

    private func lines(_ block: Markdown.Block) -> [String] {
        switch block {
        case .heading(let text, let level):
            let title = level == 1 ? text.uppercased() : text
            return [Style.bold.applied(to: EscapedText.safe(Markdown.plain(title)), in: mode)]
        case .paragraph(let text): return wrapped(text, to: width)
        case .item(let text, let mark):
            let mark = (mark ?? "-") + " "
            let lines = wrapped(text, to: width - 2 - mark.count)
            let blanks = String(repeating: " ", count: mark.count)
            return lines.enumerated().map { "  " + ($0 == 0 ? mark : blanks) + $1 }
        case .code(let lines): return lines.flatMap { code(EscapedText.safe($0)) }
        case .table(let rows): return table(rows)
        }
    }

    /// Returns a line of code. It is never wrapped, because it may be copied. If it does not fit, a comment at its end
    /// is moved to a line above it.
    private func code(_ line: String) -> [String] {
        if line.isEmpty { return [""] }
        let margin = "    "
        guard TextWidth.columns(margin + line) > width, !line.hasPrefix("#"), let gap = line.firstRange(of: "  # ")
        else {
            return [margin + line]
        }
        let comment = line[gap.upperBound...]
        let command = String(line[..<gap.lowerBound]).trimmedAtEnd
        return TextWidth.wrapped(String(comment), to: max(width - 6, 20)).map { "\(margin)# \($0)" } + [
            margin + command
        ]
    }

    private func wrapped(_ text: String, to width: Int) -> [String] {
        TextWidth.wrapped(EscapedText.safe(Markdown.plain(text)), to: max(width, 20))
    }

    /// Returns a table in columns if it fits; otherwise the first cell of each row, with the other cells below it.
    private func table(_ rows: [[String]]) -> [String] {
        let cells = rows.map { $0.map { EscapedText.safe(Markdown.plain($0)) } }
        guard let head = cells.first else { return [] }
        let widths = head.indices.map { column in
            cells.map { $0.indices.contains(column) ? TextWidth.columns($0[column]) : 0 }.max() ?? 0
        }
        let titled = head.allSatisfy(\.isEmpty) ? Array(cells.dropFirst()) : cells
        if widths.reduce(0, +) + 2 * head.count <= width {
            return titled.map { row in
                "  " + zip(row, widths).map { TextWidth.padded($0, to: $1 + 2) }.joined().trimmedAtEnd
            }
        }
        if head.count == 2 {
            return HelpRenderer.rows(cells.dropFirst().map { ($0[0], $0.dropFirst().first ?? "") }, width, column: 26)
        }
        return cells.dropFirst().flatMap { listed($0, under: head) }
    }

    /// Returns the first cell of a row, and below it the others that have text, each after the title of its column.
    private func listed(_ row: [String], under head: [String]) -> [String] {
        var lines = ["  " + (row.first ?? "")]
        for (title, cell) in zip(head, row).dropFirst() where !cell.isEmpty {
            let text = title.isEmpty ? cell : "\(title): \(cell)"
            lines += TextWidth.wrapped(text, to: width - 6).map { "      " + $0 }
        }
        return lines
    }
}

extension String {
    /// The text without trailing spaces.
    fileprivate var trimmedAtEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
