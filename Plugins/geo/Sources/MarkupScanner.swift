// SPDX-License-Identifier: Apache-2.0

/// A scanner of the elements and text of an XML document (XML 1.0), which ignores document type definitions.
///
/// Lenient: unparsable input is text, and nesting is left to the caller.
struct MarkupScanner: Sequence, IteratorProtocol {
    /// A part of the document. Names have no namespace prefix.
    enum Event {
        case start(name: String, attributes: [String: String], line: Int)
        case end(name: String)
        case text(String)
    }

    private let bytes: [UInt8]
    private var place = 0
    private var line = 1
    /// The end of an empty element, whose start was returned.
    private var pending: String?

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func next() -> Event? {
        if let name = pending {
            pending = nil
            return .end(name: name)
        }
        while place < bytes.count {
            if bytes[place] != UInt8(ascii: "<") { return .text(Self.unescaped(take(until: "<", skipping: 0))) }
            if skips("<!--", until: "-->") || skips("<?", until: "?>") { continue }
            if starts(with: "<![CDATA[") {
                advance(9)
                return .text(take(until: "]]>", skipping: 3))
            }
            if skips("<!", until: ">") { continue }
            if starts(with: "</") {
                advance(2)
                return .end(name: Self.localName(take(until: ">", skipping: 1)))
            }
            advance(1)
            return start()
        }
        return nil
    }

    private mutating func start() -> Event {
        let begin = line
        var tag = take(until: ">", skipping: 1)
        let isEmpty = tag.hasSuffix("/")
        if isEmpty { tag.removeLast() }
        let name = Self.localName(String(tag.prefix { !$0.isWhitespace }))
        if isEmpty { pending = name }
        return .start(name: name, attributes: Self.attributes(tag.drop { !$0.isWhitespace }), line: begin)
    }

    private static func attributes(_ text: Substring) -> [String: String] {
        var (rest, found) = (text, [String: String]())
        while let equals = rest.firstIndex(of: "=") {
            let name = localName(String(rest[..<equals]))
            let value = rest[rest.index(after: equals)...].drop { $0.isWhitespace }
            guard let quote = value.first, quote == "\"" || quote == "'" else { return found }
            let inner = value.dropFirst()
            guard let end = inner.firstIndex(of: quote) else { return found }
            if found[name] == nil { found[name] = unescaped(String(inner[..<end])) }
            rest = inner[inner.index(after: end)...]
        }
        return found
    }

    private static func localName(_ text: String) -> String {
        let name = text.filter { !$0.isWhitespace }
        return name.split(separator: ":").last.map(String.init) ?? name
    }

    private func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[place...].starts(with: $0) }
    }

    private mutating func skips(_ start: StaticString, until end: StaticString) -> Bool {
        guard starts(with: start) else { return false }
        _ = take(until: end, skipping: end.utf8CodeUnitCount)
        return true
    }

    private mutating func advance(_ count: Int) {
        let end = Swift.min(place + count, bytes.count)
        line += bytes[place..<end].count { $0 == 0x0A }
        place = end
    }

    /// The text up to a mark, or to the end of the document; the mark is skipped.
    private mutating func take(until mark: StaticString, skipping length: Int) -> String {
        let start = place
        while place < bytes.count, !starts(with: mark) { advance(1) }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        advance(length)
        return text
    }

    /// A text with its character references resolved; unknown references stay as they are.
    static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[start...]
            guard let end = rest.prefix(12).firstIndex(of: ";"),
                let character = character(named: rest[rest.index(after: start)..<end])
            else {
                result.append("&")
                rest = rest.dropFirst()
                continue
            }
            result.append(character)
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func character(named name: Substring) -> Character? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        case "nbsp": return " "
        default:
            guard name.hasPrefix("#") else { return nil }
            let digits = name.dropFirst()
            let isHex = digits.hasPrefix("x") || digits.hasPrefix("X")
            return (isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits))
                .flatMap { Unicode.Scalar($0) }.map { Character($0) }
        }
    }
}
