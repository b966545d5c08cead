// SPDX-License-Identifier: Apache-2.0

/// How many columns text takes on a terminal, and text made to take so many.
///
/// Widths follow UAX #11 by grapheme cluster (UAX #29): wide and fullwidth 2, combining 0, emoji 2, ambiguous 1.
/// Text is passed through ``EscapedText`` first: a control character has no width that could be known, and counts 0.
public enum TextWidth {
    /// The number of columns that `text`, which is one line, takes.
    public static func columns(_ text: String) -> Int {
        if let count = printableASCIICount(text) { return count }
        if let only = text.unicodeScalars.only { return only.columns }
        return text.reduce(0) { $0 + $1.columns }
    }

    /// Returns `text` if it fits, else the longest beginning of it that fits with `…` after it.
    ///
    /// No grapheme is cut, so the result may be a column short of `columns`. With no room it is empty.
    public static func truncated(_ text: String, to columns: Int) -> String {
        fitted(text, to: columns).text
    }

    /// Returns `text` with spaces up to `columns`; a text that is wider stays as it is.
    public static func padded(_ text: String, to columns: Int, alignment: Alignment = .left) -> String {
        let room = columns - self.columns(text)
        if room <= 0 { return text }
        let spaces = String(repeating: " ", count: room)
        return alignment == .left ? text + spaces : spaces + text
    }

    /// Breaks `text` into lines that fit: at line feeds, at spaces, beside wide characters (as Chinese and Japanese
    /// allow), and inside a word only when it is longer than a line. Spaces at a break are dropped. A command in
    /// quotes, `'hometask list'`, stays on one line where it fits on one, so that it can be copied.
    ///
    /// - Parameters:
    ///   - text: Any text; an empty one gives one empty line.
    ///   - columns: The width of a line, at least 2, which is what the widest character needs.
    public static func wrapped(_ text: String, to columns: Int) -> [String] {
        let width = max(columns, 2)
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            if let count = printableASCIICount(line), count <= width { return [String(line)] }
            var wrapping = LineWrapping(columns: width)
            let commands = commands(in: line, to: width)
            for index in line.indices {
                wrapping.add(line[index], keepsTogether: commands.contains { $0.contains(index) })
            }
            return wrapping.finished()
        }
    }

    /// Where commands in quotes stand that fit into a line.
    private static func commands(in line: Substring, to columns: Int) -> [Range<String.Index>] {
        var found: [Range<String.Index>] = []
        var rest = line
        while let start = rest.firstIndex(of: "'") {
            let behind = rest[start...].dropFirst()
            guard behind.hasPrefix("hometask ") || behind.hasPrefix("git "), let end = behind.firstIndex(of: "'") else {
                rest = behind
                continue
            }
            let range = start..<line.index(after: end)
            if self.columns(String(line[range])) <= columns { found.append(range) }
            rest = line[range.upperBound...]
        }
        return found
    }

    /// ``truncated(_:to:)`` and the columns that the result takes.
    static func fitted(_ text: String, to columns: Int) -> (text: String, columns: Int) {
        if let count = printableASCIICount(text), count <= columns { return (text, count) }
        var used = 0
        var cut: (end: String.Index, columns: Int)?
        for index in text.indices {
            let width = text[index].columns
            if cut == nil, used + width > columns - 1 { cut = (index, used) }
            used += width
            if used > columns { return columns < 1 ? ("", 0) : end(text, at: cut, whenEmpty: index) }
        }
        return (text, used)
    }

    private static func end(
        _ text: String, at cut: (end: String.Index, columns: Int)?, whenEmpty index: String.Index
    ) -> (text: String, columns: Int) {
        let (end, columns) = cut ?? (index, 0)
        return (text[..<end] + "…", columns + 1)
    }

    /// The count, which is the width, of a text of printable ASCII alone.
    private static func printableASCIICount(_ text: some StringProtocol) -> Int? {
        text.utf8.isPrintableASCII ? text.utf8.count : nil
    }
}
