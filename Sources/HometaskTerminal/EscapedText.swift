// SPDX-License-Identifier: Apache-2.0

/// Escapes untrusted text so that it is harmless on a terminal.
///
/// A document may come from anyone who can push to the family's remote. Its text must not move the cursor, set the
/// window title, reorder the text beside it, or hide a part of itself. Every scalar that could do so is replaced by a
/// visible escape, in the notation of a Swift string literal.
public enum EscapedText {
    /// Returns `text` with every harmful or hidden scalar made visible.
    ///
    /// Escaped are the C0 and C1 controls, DEL, the bidirectional formatting characters (UAX #9), the line and
    /// paragraph separators, tag characters, noncharacters, marks without a base, and everything that Unicode calls
    /// default-ignorable, unless it has a visible effect in its context: the joiners in scripts that need them and in
    /// emoji, one variation selector after a base that takes one, and the tags of the three flags of Great Britain that
    /// Unicode recommends.
    ///
    /// The result is a fixed point: `safe(safe(x)) == safe(x)`. A backslash is unchanged, so the result is
    /// for reading, not for parsing back.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - keepsLines: Whether a line feed stays; a tab and a carriage return never do.
    public static func safe(_ text: String, keepsLines: Bool = false) -> String {
        if isPrintableASCII(text, keepsLines: keepsLines) { return text }
        var escaping = Escaping(keepsLines: keepsLines)
        // Single marks, such as a circle or a tick, occur in each row of a table.
        if let only = text.unicodeScalars.only, escaping.isHarmless(only, before: nil) { return text }
        escaping.append(text.unicodeScalars)
        return String(escaping.output)
    }

    /// Returns JSON text in which characters that a terminal would obey (the controls that JSON allows in strings, line
    /// separators, bidirectional overrides) are written as `\uXXXX`, which a JSON parser reads as the same text.
    public static func json(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isObeyed) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard isObeyed(scalar) else {
                scalars.append(scalar)
                continue
            }
            let digits = String(scalar.value, radix: 16)
            scalars.append(
                contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
        }
        return String(scalars)
    }

    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func isPrintableASCII(_ text: String, keepsLines: Bool) -> Bool {
        if keepsLines { return text.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A } }
        return text.utf8.isPrintableASCII
    }
}

/// One pass over a string. The context is the output so far, not the input, so a second pass over the output sees the
/// same context and changes nothing.
private struct Escaping {
    let keepsLines: Bool
    var output = String.UnicodeScalarView()
    private var previous: Unicode.Scalar?

    init(keepsLines: Bool) {
        self.keepsLines = keepsLines
    }

    mutating func append(_ scalars: String.UnicodeScalarView) {
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let scalar = scalars[index]
            let after = scalars.index(after: index)
            if let end = FlagTags.end(of: scalars, from: index) {
                output.append(contentsOf: scalars[index..<end])
                previous = FlagTags.cancel
                index = end
                continue
            }
            let next = after < scalars.endIndex ? scalars[after] : nil
            if isHarmless(scalar, before: next) {
                output.append(scalar)
                previous = scalar
            } else {
                appendEscape(of: scalar)
            }
            index = after
        }
    }

    func isHarmless(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
        switch scalar.value {
        case 0x0A: keepsLines
        case 0x20...0x7E: true
        case 0...0x9F, 0xAD: false
        case 0xA0..<0x300: true
        // Arrows, mathematical symbols, box drawing, shapes and dingbats: no marks, no format characters.
        case 0x2190..<0x2C00: true
        default: scalar.isHarmless(after: previous, before: next)
        }
    }

    private mutating func appendEscape(of scalar: Unicode.Scalar) {
        switch scalar {
        case "\n": output.append(contentsOf: #"\n"#.unicodeScalars)
        case "\t": output.append(contentsOf: #"\t"#.unicodeScalars)
        case "\r": output.append(contentsOf: #"\r"#.unicodeScalars)
        default:
            output.append(contentsOf: #"\u{"#.unicodeScalars)
            output.append(contentsOf: String(scalar.value, radix: 16).unicodeScalars)
            output.append("}")
        }
        previous = "}"
    }
}

/// The flags of England, Scotland and Wales: the tag sequences that UTS #51 recommends for interchange.
///
/// Tag characters are otherwise invisible and can carry any ASCII text, so only these three sequences are allowed.
enum FlagTags {
    static let cancel: Unicode.Scalar = "\u{E007F}"
    private static let blackFlag: Unicode.Scalar = "\u{1F3F4}"
    private static let regions = ["gbeng", "gbsct", "gbwls"].map { region in
        region.unicodeScalars.map { 0xE0000 + $0.value } + [cancel.value]
    }

    /// Returns the index after a flag that begins at `start`; nil if there is none.
    static func end(
        of scalars: String.UnicodeScalarView, from start: String.UnicodeScalarView.Index
    ) -> String.UnicodeScalarView.Index? {
        guard scalars[start] == blackFlag else { return nil }
        let tags = scalars[start...].dropFirst().prefix(6)
        guard regions.contains(where: { $0.elementsEqual(tags.lazy.map(\.value)) }) else { return nil }
        return tags.endIndex
    }
}
