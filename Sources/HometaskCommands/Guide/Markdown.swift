// SPDX-License-Identifier: Apache-2.0

/// The blocks of a page of the guide.
///
/// Parses the Markdown that the guide uses: headings, paragraphs, lists, fenced code and tables, each of which begins
/// in the first column. Anything else is a paragraph.
struct Markdown {
    enum Block: Hashable {
        case heading(String, level: Int)
        case paragraph(String)
        /// An item of a list; `mark` is the text before it, such as `1.`, or nil for a bullet.
        case item(String, mark: String?)
        case code([String])
        /// A table; the first row is its head.
        case table([[String]])
    }

    private(set) var blocks: [Block] = []

    init(_ text: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = lines.first {
            if line.hasPrefix("```") {
                let body = lines.dropFirst().prefix { !$0.hasPrefix("```") }
                blocks.append(.code(body.map(String.init)))
                lines = lines.dropFirst(body.count + 2)
            } else if line.hasPrefix("|") {
                let rows = lines.prefix { $0.hasPrefix("|") }
                blocks.append(.table(rows.map(Self.cells).filter { !$0.allSatisfy(Self.isRule) }))
                lines = lines.dropFirst(rows.count)
            } else {
                addLine(line)
                lines = lines.dropFirst()
            }
        }
        blocks.removeAll { $0 == .paragraph("") }
    }

    /// Adds a line of text, which begins a block or continues the last one.
    private mutating func addLine(_ line: Substring) {
        let hashes = line.prefix { $0 == "#" }.count
        let text = line.drop { $0 == " " }
        if hashes > 0, line.dropFirst(hashes).first == " " {
            blocks.append(.heading(String(line.dropFirst(hashes + 1)), level: hashes))
        } else if line.isEmpty {
            blocks.append(.paragraph(""))
        } else if text.hasPrefix("- ") {
            blocks.append(.item(String(text.dropFirst(2)), mark: nil))
        } else if let dot = text.firstIndex(of: "."), dot > text.startIndex, text[..<dot].allSatisfy(\.isNumber),
            text[dot...].hasPrefix(". ")
        {
            blocks.append(.item(String(text[dot...].dropFirst(2)), mark: String(text[...dot])))
        } else {
            continueBlock(with: String(text))
        }
    }

    private mutating func continueBlock(with text: String) {
        switch blocks.last {
        case .paragraph(let begun): blocks[blocks.count - 1] = .paragraph(begun.isEmpty ? text : begun + " " + text)
        case .item(let begun, let mark): blocks[blocks.count - 1] = .item(begun + " " + text, mark: mark)
        default: blocks.append(.paragraph(text))
        }
    }

    /// Returns the cells of a row. A bar escaped with a backslash is part of its cell.
    private static func cells(_ line: Substring) -> [String] {
        var cells: [String] = []
        var cell = ""
        var isEscaped = false
        for character in line.dropFirst() {
            if character == "|", !isEscaped {
                cells.append(trimmed(cell))
                cell = ""
            } else if character == "\\", !isEscaped {
                isEscaped = true
                continue
            } else {
                if isEscaped, character != "|" { cell.append("\\") }
                cell.append(character)
            }
            isEscaped = false
        }
        return cells
    }

    private static func trimmed(_ text: String) -> String {
        let head = text.drop { $0 == " " }
        return String(head.reversed().drop { $0 == " " }.reversed())
    }

    /// Returns whether a cell belongs to the line below a table's head.
    private static func isRule(_ cell: String) -> Bool { !cell.isEmpty && cell.allSatisfy { $0 == "-" || $0 == ":" } }

    /// Converts Markdown to plain text without bold markers; code keeps its backquotes. A link to a page is replaced by
    /// the page's title in quotes and its file, a link to an address by its text and the address, and any other by its
    /// text.
    static func plain(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let character = rest.first {
            if character == "`" {
                let code = rest.dropFirst().prefix { $0 != "`" }
                result += "`\(code)`"
                rest = rest.dropFirst(code.count + 2)
            } else if rest.hasPrefix("**") {
                rest = rest.dropFirst(2)
            } else if character == "[", let (shown, target, behind) = link(rest) {
                result += words(forLink: plain(String(shown)), to: target)
                rest = behind
            } else if rest.hasPrefix("<http"), let end = rest.firstIndex(of: ">") {
                result += rest[rest.index(after: rest.startIndex)..<end]
                rest = rest[rest.index(after: end)...]
            } else {
                result.append(character)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    private static func words(forLink text: String, to target: Substring) -> String {
        if target.hasPrefix("http") { return "\(text) (\(target))" }
        guard target.hasSuffix(".md") else { return text }
        return "‘\(text)’ (\(target.split(separator: "/").last ?? target))"
    }

    /// Parses a link at the beginning of `text`: its text and target, and the rest after the link.
    private static func link(_ text: Substring) -> (shown: Substring, target: Substring, behind: Substring)? {
        guard let close = text.firstIndex(of: "]"), text[close...].hasPrefix("]("),
            let end = text[close...].firstIndex(of: ")")
        else { return nil }
        let shown = text[text.index(after: text.startIndex)..<close]
        return (shown, text[close..<end].dropFirst(2), text[text.index(after: end)...])
    }
}
