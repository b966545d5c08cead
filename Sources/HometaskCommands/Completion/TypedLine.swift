// SPDX-License-Identifier: Apache-2.0

/// A command line up to the cursor, as a shell reads its words: without quotes and backslashes.
///
/// Nothing is expanded: what `$HOME` or `$(date)` would become, nobody knows here.
struct TypedLine {
    /// The words before the one that is being typed.
    private(set) var words: [String]
    /// The word that is being typed; empty after a blank.
    private(set) var current: String
    /// The quote that is open at the end.
    private var quote: Character?
    /// How much of the current word bash leaves alone: it completes only what follows an opening quote, or the last of the
    /// characters at which it breaks words.
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
        for character in text {
            if isEscaped {
                // Between double quotes a backslash is one, except before what it would escape.
                if quote == "\"", !"\"\\$`".contains(character) { current.append("\\") }
                current.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                (isEscaped, isWord) = (true, true)
            } else if let open = quote {
                if character == open { quote = nil } else { current.append(character) }
                if quote == nil { kept = keptOutside }
            } else if character == "'" || character == "\"" {
                (quote, isWord, keptOutside, kept) = (character, true, kept, current.count)
            } else if character == " " || character == "\t" || character == "\n" {
                if isWord { words.append(current) }
                (current, isWord, kept) = ("", false, 0)
            } else {
                if breaks.contains(character) { kept = current.count + ("@$".contains(character) ? 0 : 1) }
                current.append(character)
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

    /// Values for the current word as bash is to put them in the place of what it completes: quoted, and without what it
    /// leaves alone.
    ///
    /// Where they begin in different letter case, those that begin as typed are meant, or as the first does: bash would take
    /// away what is typed and not shared by all.
    func replies(_ values: [String]) -> [String] {
        let beginnings = values.map { String($0.prefix(current.count)) }
        let beginning = beginnings.contains(current) ? current : beginnings.first ?? ""
        let isMixed = beginnings.contains { $0 != beginning && $0.lowercased() == beginning.lowercased() }
        return values.compactMap { value in
            if isMixed, !value.hasPrefix(beginning) { return nil }
            return quoted(String(value.dropFirst(kept)))
        }
    }

    /// A text so that bash reads it as it is, in the quotes that are open; nil where that cannot be.
    private func quoted(_ text: String) -> String? {
        switch quote {
        case "'": return text.replacing("'", with: #"'\''"#)
        case "\"":
            // An exclamation mark asks for history there, and no backslash keeps it from that.
            if text.contains("!") { return nil }
            return text.reduce(into: "") { $0 += "\"\\$`".contains($1) ? "\\\($1)" : "\($1)" }
        default:
            return text.unicodeScalars.reduce(into: "") { $0 += Self.isPlain($1) ? "\($1)" : "\\\($1)" }
        }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        case "_", "@", "%", "+", "=", ":", ",", ".", "/", "-": true
        default: scalar.value >= 0x80
        }
    }
}
