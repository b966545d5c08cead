// SPDX-License-Identifier: Apache-2.0

/// A command line up to the cursor, as a shell reads its words: without quotes and backslashes.
///
/// Nothing is expanded: what `$HOME` or `$(date)` would become, nobody knows here.
///
/// Invariant: text is read and written by Unicode scalars, as a shell does. To Swift, a quotation mark and the
/// combining accent that follows it are one character; to a shell, the quotation mark still ends the quotes.
struct TypedLine {
    /// The words before the one that is being typed.
    private(set) var words: [String]
    /// The word that is being typed; empty after a blank.
    private(set) var current: String
    /// The quote that is open at the end.
    private var quote: Unicode.Scalar?
    /// How many scalars of the current word bash leaves alone: it completes only what follows an opening quote, or the
    /// last of the characters at which it breaks words.
    private var kept = 0

    init(words: [String], current: String) {
        self.words = words
        self.current = current
    }

    /// Reads a line.
    ///
    /// - Parameter breaks: the characters at which bash breaks words, `COMP_WORDBREAKS`.
    init(_ text: String, breaks: String = "") {
        (words, current) = ([], "")
        var isWord = false
        var isEscaped = false
        var keptOutside = 0
        for scalar in text.unicodeScalars {
            let breaksWords = breaks.unicodeScalars.contains(scalar)
            if isEscaped {
                // Between double quotes a backslash is one, except before what it would escape.
                if quote == "\"", !Self.isSpecial(scalar) { append("\\") }
                append(scalar)
                isEscaped = false
            } else if scalar == "\\", quote != "'" {
                (isEscaped, isWord) = (true, true)
            } else if let open = quote {
                if scalar == open { quote = nil } else { append(scalar) }
                if quote == nil { kept = keptOutside }
            } else if scalar == "'" || scalar == "\"" {
                (quote, isWord, keptOutside, kept) = (scalar, true, kept, current.unicodeScalars.count)
            } else if scalar == " " || scalar == "\t" || scalar == "\n" {
                if isWord { words.append(current) }
                (current, isWord, kept) = ("", false, 0)
            } else {
                if breaksWords { kept = current.unicodeScalars.count + (scalar == "@" || scalar == "$" ? 0 : 1) }
                append(scalar)
                isWord = true
            }
        }
    }

    /// The line without its first word, the program's name.
    var withoutProgram: TypedLine {
        var line = self
        line.words = Array(words.dropFirst())
        return line
    }

    /// Values for the current word as bash is to put them in the place of what it completes: quoted, and without what
    /// it leaves alone.
    ///
    /// Where they begin in different letter case, those that begin as typed are meant, or as the first does: bash would
    /// take away what is typed and not shared by all.
    func replies(_ values: [String]) -> [String] {
        let beginnings = values.map { Self.text($0.unicodeScalars.prefix(current.unicodeScalars.count)) }
        let beginning = beginnings.contains(current) ? current : beginnings.first ?? ""
        let isMixed = beginnings.contains { $0 != beginning && $0.lowercased() == beginning.lowercased() }
        return values.compactMap { value in
            if isMixed, !value.unicodeScalars.starts(with: beginning.unicodeScalars) { return nil }
            return quoted(value.unicodeScalars.dropFirst(kept))
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar) { current.unicodeScalars.append(scalar) }

    private static func text(_ scalars: Substring.UnicodeScalarView) -> String { String(Substring(scalars)) }

    /// A text so that bash reads it as it is, in the quotes that are open; nil if that cannot be.
    private func quoted(_ text: Substring.UnicodeScalarView) -> String? {
        switch quote {
        case "'": return text.reduce(into: "") { $0 += $1 == "'" ? #"'\''"# : "\($1)" }
        case "\"":
            // An exclamation mark asks for history there, and no backslash keeps it from that.
            if text.contains("!") { return nil }
            return text.reduce(into: "") { $0 += Self.isSpecial($1) ? "\\\($1)" : "\($1)" }
        default:
            return text.reduce(into: "") { $0 += Self.isPlain($1) ? "\($1)" : "\\\($1)" }
        }
    }

    /// Whether a backslash escapes it between double quotes.
    private static func isSpecial(_ scalar: Unicode.Scalar) -> Bool { "\"\\$`".unicodeScalars.contains(scalar) }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        case "_", "@", "%", "+", "=", ":", ",", ".", "/", "-": true
        default: scalar.value >= 0x80
        }
    }
}
