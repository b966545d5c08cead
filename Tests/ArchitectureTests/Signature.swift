// SPDX-License-Identifier: Apache-2.0

/// The declared name and parameters of a function, an initialiser, a subscript or a macro.
struct Signature: Sendable {
    /// The name of the function or macro; `init` or `subscript` for initialisers and subscripts.
    let name: String
    let parameters: [Parameter]

    /// A parameter with the label used at a call.
    struct Parameter: Sendable {
        let name: String
        /// The argument label; nil if calls omit it.
        let label: String?
        /// The line the parameter begins on, counted from 1.
        let line: Int
    }

    /// Every signature in a file, in order. Closures and operators are skipped: their calls have no labels.
    static func all(in file: SourceFile) -> [Signature] {
        let reader = Reader(tokens: SwiftToken.all(in: file.lines))
        return reader.tokens.indices.compactMap { reader.signature(at: $0) }
    }

    /// Finds declarations among tokens.
    private struct Reader {
        let tokens: [SwiftToken]

        /// The signature at a token; nil if no declaration begins there.
        func signature(at place: Int) -> Signature? {
            let keyword = tokens[place].text
            var name = keyword
            var next = place + 1
            switch keyword {
            case "func", "macro":
                guard isWord(at: next) else { return nil }
                name = tokens[next].text
                next += 1
            case "init", "subscript":
                // A call has a dot before the name.
                if place > 0, tokens[place - 1].text == "." { return nil }
                if text(at: next) == "?" || text(at: next) == "!" { next += 1 }
            default: return nil
            }
            if text(at: next) == "<" { next = end(ofBracketAt: next) }
            guard text(at: next) == "(" else { return nil }
            let parameters = starts(ofParametersIn: next).compactMap {
                parameter(at: $0, isOfSubscript: keyword == "subscript")
            }
            return Signature(name: name, parameters: parameters)
        }

        /// The start of each comma-separated part. A comma in a default value also starts a part, which is not a
        /// parameter.
        private func starts(ofParametersIn parenthesis: Int) -> [Int] {
            var starts = [parenthesis + 1]
            var place = parenthesis + 1
            var isInType = true
            while place < tokens.count, tokens[place].text != ")" {
                switch tokens[place].text {
                case "(", "[", "{": place = end(ofBracketAt: place)
                // In a default value, `<` may be a comparison.
                case "<" where isInType: place = end(ofBracketAt: place)
                case ",":
                    place += 1
                    starts.append(place)
                    isInType = true
                case "=":
                    place += 1
                    isInType = false
                default: place += 1
                }
            }
            return starts
        }

        /// The parameter at a token: attributes, an optional label, a name and a colon.
        private func parameter(at start: Int, isOfSubscript: Bool) -> Parameter? {
            var place = start
            while text(at: place) == "@" {
                place += 2
                while text(at: place) == "." { place += 2 }
                if text(at: place) == "(" { place = end(ofBracketAt: place) }
            }
            guard isWord(at: place) else { return nil }
            let first = tokens[place]
            let hasTwo = isWord(at: place + 1)
            guard text(at: place + (hasTwo ? 2 : 1)) == ":" else { return nil }
            let hasLabel = first.text != "_" && (hasTwo || !isOfSubscript)
            return Parameter(
                name: hasTwo ? tokens[place + 1].text : first.text, label: hasLabel ? first.text : nil,
                line: first.line)
        }

        /// The index after the matching closing bracket.
        private func end(ofBracketAt bracket: Int) -> Int {
            let isAngle = tokens[bracket].text == "<"
            let opening = isAngle ? ["<"] : ["(", "[", "{"]
            let closing = isAngle ? [">"] : [")", "]", "}"]
            var depth = 0
            for place in bracket..<tokens.count {
                if opening.contains(tokens[place].text) { depth += 1 }
                // The second character of an arrow closes nothing.
                let isArrow = isAngle && tokens[place - 1].text == "-"
                if closing.contains(tokens[place].text), !isArrow { depth -= 1 }
                if depth == 0 { return place + 1 }
            }
            return tokens.count
        }

        private func text(at place: Int) -> String { place < tokens.count ? tokens[place].text : "" }

        private func isWord(at place: Int) -> Bool {
            text(at: place).unicodeScalars.first.map { $0 == "_" || $0 == "`" || $0.properties.isAlphabetic } ?? false
        }
    }
}
