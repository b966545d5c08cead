// SPDX-License-Identifier: Apache-2.0

/// Measures text on a terminal, and fits text to a width.
///
/// Widths follow UAX #11 by grapheme cluster (UAX #29): wide and fullwidth 2, combining 0, emoji 2, ambiguous 1. Text
/// must be passed through ``EscapedText`` first: the width of a control character is unknown, and counts as 0.
public enum TextWidth {
    /// Returns the number of columns that `text`, which is one line, takes.
    public static func columns(_ text: String) -> Int {
        if let count = printableASCIICount(text) { return count }
        if let only = text.unicodeScalars.only { return only.columns }
        return text.reduce(0) { $0 + $1.columns }
    }

    /// Returns `text` if it fits, otherwise its longest beginning that fits, followed by `…`.
    ///
    /// No grapheme cluster is cut, so the result may be one column narrower than `columns`. If `columns` is 0, the
    /// result is empty.
    public static func truncated(_ text: String, to columns: Int) -> String {
        fitted(text, to: columns).text
    }

    /// Returns `text` with spaces up to `columns`; a wider text is unchanged.
    public static func padded(_ text: String, to columns: Int, alignment: Alignment = .left) -> String {
        let room = columns - self.columns(text)
        if room <= 0 { return text }
        let spaces = String(repeating: " ", count: room)
        return alignment == .left ? text + spaces : spaces + text
    }

    /// Breaks `text` into lines that fit: at line feeds, at spaces, beside wide characters (as Chinese and Japanese
    /// allow), and inside a word only if the word is longer than a line. Spaces at a break are dropped. A command in
    /// quotes, `'hometask list'`, stays on one line if it fits on one, so that it can be copied.
    ///
    /// - Parameters:
    ///   - text: Any text; an empty one gives one empty line.
    ///   - columns: The width of a line, at least 2, the width of the widest character.
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

    /// Returns the ranges of quoted commands that fit into a line.
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

    /// Returns ``truncated(_:to:)`` and the number of columns that it takes.
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

    /// Returns the number of characters, which equals the width, of printable ASCII text; nil for any other text.
    private static func printableASCIICount(_ text: some StringProtocol) -> Int? {
        text.utf8.isPrintableASCII ? text.utf8.count : nil
    }
}
