// SPDX-License-Identifier: Apache-2.0

/// A word or symbol of Swift source. Comments, string literals and regex literals are skipped.
struct SwiftToken: Sendable {
    /// A whole word, with its backticks if any; or a single other character.
    let text: String
    /// The token's line in the file, counted from 1.
    let line: Int

    /// The tokens of a source, in order.
    static func all(in lines: [Substring]) -> [SwiftToken] {
        var reader = Reader(bytes: Array(lines.joined(separator: "\n").utf8))
        reader.readCode(isInText: false)
        return reader.tokens
    }

    /// A single-pass scanner of Swift source.
    private struct Reader {
        let bytes: [UInt8]
        var tokens: [SwiftToken] = []
        var place = 0
        var line = 1

        private static let newline = UInt8(ascii: "\n")
        private static let quote = UInt8(ascii: "\"")
        private static let escape = UInt8(ascii: "\\")
        private static let slash = UInt8(ascii: "/")
        private static let hash = UInt8(ascii: "#")

        /// For each byte, whether it can be part of a word. Characters beyond ASCII have bytes from 0x80 on.
        private static let isOfWord: [Bool] = (0...UInt8.max).map { byte in
            switch Unicode.Scalar(byte) {
            case "a"..."z", "A"..."Z", "0"..."9", "_", "`", "\u{80}"..."\u{FF}": true
            default: false
            }
        }

        /// Reads to the end or, inside a string, to the parenthesis that closes an interpolation. Tokens of
        /// interpolations are dropped.
        mutating func readCode(isInText: Bool) {
            var depth = 0
            while place < bytes.count {
                if skipOther() { continue }
                let start = place
                while place < bytes.count, Self.isOfWord[Int(bytes[place])] { place += 1 }
                if place == start { place += 1 }
                if !isInText {
                    tokens.append(SwiftToken(text: String(decoding: bytes[start..<place], as: UTF8.self), line: line))
                } else if bytes[start] == UInt8(ascii: "(") {
                    depth += 1
                } else if bytes[start] == UInt8(ascii: ")") {
                    if depth == 0 { return }
                    depth -= 1
                }
            }
        }

        /// Skips a space, a comment, a string or a regex literal. False if code follows.
        private mutating func skipOther() -> Bool {
            let byte = bytes[place]
            if byte == UInt8(ascii: " ") {
                place += 1
            } else if byte == Self.newline {
                skip(1)
            } else if byte == Self.quote {
                skipText(hashes: 0)
            } else if byte == Self.slash, isAt("//") {
                while place < bytes.count, bytes[place] != Self.newline { place += 1 }
            } else if byte == Self.slash, isAt("/*") {
                skipComment()
            } else if byte == Self.hash {
                let hashes = bytes[place...].prefix { $0 == Self.hash }.count
                if isAt("\"", after: hashes) {
                    skipText(hashes: hashes)
                } else if isAt("/", after: hashes) {
                    skipPattern(hashes: hashes)
                } else {
                    return false
                }
            } else {
                return false
            }
            return true
        }

        /// Skips a comment between `/*` and `*/`, including nested comments.
        private mutating func skipComment() {
            var depth = 0
            repeat {
                let isBeginning = isAt("/*")
                let isEnd = isAt("*/")
                depth += isBeginning ? 1 : isEnd ? -1 : 0
                skip(isBeginning || isEnd ? 2 : 1)
            } while depth > 0 && place < bytes.count
        }

        /// Skips a string literal, on one line or several. `\(` starts code, which may contain strings.
        private mutating func skipText(hashes: Int) {
            let isLong = isAt("\"\"\"", after: hashes)
            let signs = String(repeating: "#", count: hashes)
            let end = (isLong ? "\"\"\"" : "\"") + signs
            skip(end.utf8.count)
            while place < bytes.count {
                if bytes[place] == Self.quote, isAt(end) {
                    skip(end.utf8.count)
                    return
                }
                // A quotation mark in a regex without number signs starts no string: the line ends first.
                if bytes[place] == Self.newline, !isLong { return }
                if bytes[place] == Self.escape, isAt(signs, after: 1) {
                    skip(1 + hashes)
                    if isAt("(") {
                        skip(1)
                        readCode(isInText: true)
                        continue
                    }
                }
                skip(1)
            }
        }

        /// Skips a regex literal between `#/` and `/#`.
        private mutating func skipPattern(hashes: Int) {
            let end = "/" + String(repeating: "#", count: hashes)
            skip(end.utf8.count)
            while place < bytes.count, !isAt(end) { skip(1) }
            skip(end.utf8.count)
        }

        private func isAt(_ text: String, after count: Int = 0) -> Bool {
            bytes.dropFirst(place + count).starts(with: text.utf8)
        }

        private mutating func skip(_ count: Int) {
            for _ in 0..<count where place < bytes.count {
                if bytes[place] == Self.newline { line += 1 }
                place += 1
            }
        }
    }
}
