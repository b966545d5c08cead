// SPDX-License-Identifier: Apache-2.0

/// A command line up to the cursor, split into words as a shell does, with quotes and backslashes removed.
///
/// Nothing is expanded: the values of `$HOME` or `$(date)` are unknown here.
///
/// Invariant: text is read and written by Unicode scalars, as a shell does. To Swift, a quotation mark and the
/// combining accent that follows it are one character; to a shell, the quotation mark still ends the quotes.
struct TypedLine {
    /// The words before the current one.
    private(set) var words: [String]
    /// The word being typed; empty after a blank.
    private(set) var current: String
    /// The quote still open at the end of the line.
    private var quote: Unicode.Scalar?
    /// The number of scalars of the current word that bash leaves in place: it completes only the part after an opening
    /// quote or after the last of the characters at which it breaks words.
    private var kept = 0

    init(words: [String], current: String) {
        self.words = words
        self.current = current
    }

    /// Parses a command line.
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
                // Within double quotes, a backslash is literal, except before a character that it escapes.
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

    /// Returns the replacements for the part of the current word that bash completes: the quoted values, without the
    /// prefix that bash leaves in place.
    ///
    /// If the values differ in letter case, only those that begin exactly as typed are returned or, if there are none,
    /// those that begin like the first value: bash would otherwise delete the typed text after the values' common
    /// prefix.
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

    /// Quotes text so that bash reads it unchanged, within any open quotes; nil if that is impossible.
    private func quoted(_ text: Substring.UnicodeScalarView) -> String? {
        switch quote {
        case "'": return text.reduce(into: "") { $0 += $1 == "'" ? #"'\''"# : "\($1)" }
        case "\"":
            // Within double quotes, bash performs history expansion on an exclamation mark, and a backslash does not
            // prevent it.
            if text.contains("!") { return nil }
            return text.reduce(into: "") { $0 += Self.isSpecial($1) ? "\\\($1)" : "\($1)" }
        default:
            return text.reduce(into: "") { $0 += Self.isPlain($1) ? "\($1)" : "\\\($1)" }
        }
    }

    /// Returns whether a backslash escapes the character within double quotes.
    private static func isSpecial(_ scalar: Unicode.Scalar) -> Bool { "\"\\$`".unicodeScalars.contains(scalar) }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        case "_", "@", "%", "+", "=", ":", ",", ".", "/", "-": true
        default: scalar.value >= 0x80
        }
    }
}
