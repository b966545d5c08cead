// SPDX-License-Identifier: Apache-2.0

/// The conversion of text from elsewhere to what the schemas of documents allow: no control characters, and limited
/// lengths.
public enum PlainText {
    /// The maximum number of code points in a title, a name or an address.
    public static let longestLine = 500
    /// The maximum number of code points in a line of a text.
    public static let longestTextLine = 10_000
    /// The maximum number of code points in a tag or a label.
    public static let longestLabel = 60

    /// Converts a text to one line: line breaks and tabs become spaces, and other control characters and surrounding
    /// spaces are removed.
    ///
    /// - Returns: the line, which is empty if nothing is left, and the part that does not fit into it.
    public static func line(_ text: some StringProtocol, limit: Int = longestLine) -> (line: String, rest: String) {
        var scalars: [Unicode.Scalar] = []
        var wasReturn = false
        for scalar in text.unicodeScalars {
            if !isControl(scalar) {
                scalars.append(scalar)
            } else if scalar == "\t" || isBreak(scalar), !(scalar == "\n" && wasReturn) {
                scalars.append(" ")
            }
            wasReturn = scalar == "\r"
        }
        let (head, rest) = cut(trimmed(scalars[...]), limit)
        return (String(trimmed(head)), String(trimmed(rest)))
    }

    /// Splits a text into lines, and breaks those that are too long; empty for an empty text.
    public static func lines(_ text: some StringProtocol) -> [String] {
        var lines: [String] = []
        var line: [Unicode.Scalar] = []
        var wasReturn = false
        func end() {
            var rest = line[...]
            repeat {
                let (head, tail) = cut(rest, longestTextLine)
                lines.append(String(head))
                rest = tail
            } while !rest.isEmpty
            line.removeAll(keepingCapacity: true)
        }
        for scalar in text.unicodeScalars {
            if isBreak(scalar) {
                if !(scalar == "\n" && wasReturn) { end() }
            } else if scalar == "\t" || !isControl(scalar) {
                line.append(scalar)
            }
            wasReturn = scalar == "\r"
        }
        if !lines.isEmpty || !line.isEmpty { end() }
        return lines
    }

    /// Converts a word to a tag or label, without the characters that it may not begin with (`#`, `+`, `@`); nil if it
    /// is empty, too long or more than one word.
    public static func label(_ text: some StringProtocol) -> String? {
        let kept = trimmed(Array(text.unicodeScalars.filter { !isControl($0) })[...]).drop {
            "#+@".unicodeScalars.contains($0)
        }
        guard (1...longestLabel).contains(kept.count), !kept.contains(where: isBlank) else { return nil }
        return String(kept)
    }

    /// Whether a character is forbidden in documents, apart from tabs in texts: control characters and line separators.
    static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\n" || scalar == "\r" || scalar.value == 0x2028 || scalar.value == 0x2029
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.value == 0xFEFF
    }

    private static func trimmed(_ scalars: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        let end = scalars.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? scalars.startIndex
        return scalars[..<end].drop(while: isBlank)
    }

    /// Whether two code points approximately belong to one grapheme cluster.
    private static func joins(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        first.value == 0x200D || second.value == 0x200D || second.properties.isGraphemeExtend
    }

    /// The first code points up to a limit, and the rest. The text is divided at a space, or at least between visible
    /// characters, if there is such a position close to the end.
    private static func cut(
        _ scalars: ArraySlice<Unicode.Scalar>, _ limit: Int
    ) -> (ArraySlice<Unicode.Scalar>, ArraySlice<Unicode.Scalar>) {
        guard scalars.count > limit else { return (scalars, []) }
        let end = scalars.startIndex + limit
        let near = max(scalars.startIndex + limit / 2, end - 80)
        let places = (near...end).reversed()
        let place =
            places.first { isBlank(scalars[$0]) } ?? places.first { !joins(scalars[$0 - 1], scalars[$0]) } ?? end
        return (scalars[..<place], scalars[place...])
    }
}

extension String {
    /// Creates a string from code points.
    fileprivate init(_ scalars: ArraySlice<Unicode.Scalar>) {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        self.init(view)
    }
}
