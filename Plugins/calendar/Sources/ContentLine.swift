// SPDX-License-Identifier: Apache-2.0

/// A property of a component: one unfolded line of a calendar (RFC 5545, section 3.1), in UTF-8.
struct ContentLine {
    /// The name, in upper case.
    let name: String
    /// The parameters; their names are in upper case.
    private(set) var parameters: [(name: String, value: String)] = []
    /// The value, still escaped.
    let value: String
    /// The number of the property's first line in the file, from 1.
    let number: Int

    /// Parses a line; nil if it has no name, no colon, or a parameter without `=`.
    init?(_ line: [UInt8], number: Int) {
        guard let nameEnd = line.firstIndex(where: { $0 == Self.colon || $0 == Self.semicolon }), nameEnd > 0 else {
            return nil
        }
        name = Self.word(line[..<nameEnd])
        var index = nameEnd
        while line[index] == Self.semicolon {
            guard let equals = line[index...].firstIndex(of: UInt8(ascii: "=")),
                let end = Self.end(ofParameter: line, from: equals + 1)
            else { return nil }
            parameters.append((Self.word(line[(index + 1)..<equals]), Self.parameter(line[(equals + 1)..<end])))
            index = end
        }
        value = String(decoding: line[(index + 1)...], as: UTF8.self)
        self.number = number
    }

    private init(_ line: ContentLine, value: String) {
        (name, parameters, number) = (line.name, line.parameters, line.number)
        self.value = value
    }

    /// The same property with another value, such as one of a list.
    func replacingValue(with value: String) -> ContentLine { ContentLine(self, value: value) }

    private static let colon = UInt8(ascii: ":")
    private static let semicolon = UInt8(ascii: ";")
    private static let quote = UInt8(ascii: "\"")

    /// Returns the value of the first parameter with a name.
    func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// The value as text, unescaped (section 3.3.11).
    var text: String { texts(separator: nil)[0] }

    /// The value as a list of comma-separated texts.
    var texts: [String] { texts(separator: UInt8(ascii: ",")) }

    private func texts(separator: UInt8?) -> [String] {
        var all: [String] = []
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in value.utf8 {
            if isEscaped {
                bytes.append(byte == UInt8(ascii: "n") || byte == UInt8(ascii: "N") ? UInt8(ascii: "\n") : byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == separator {
                all.append(String(decoding: bytes, as: UTF8.self))
                bytes.removeAll(keepingCapacity: true)
            } else {
                bytes.append(byte)
            }
        }
        return all + [String(decoding: bytes, as: UTF8.self)]
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self).uppercased()
    }

    /// Returns the index after a parameter's value: the first colon or semicolon outside quotes.
    private static func end(ofParameter line: [UInt8], from start: Int) -> Int? {
        var isQuoted = false
        for index in start..<max(start, line.count) {
            switch line[index] {
            case quote: isQuoted.toggle()
            case colon where !isQuoted, semicolon where !isQuoted: return index
            default: break
            }
        }
        return nil
    }

    /// Returns a parameter's value without quotes, with the escapes of RFC 6868 decoded.
    private static func parameter(_ bytes: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        var isEscaped = false
        for byte in bytes where byte != quote {
            if isEscaped {
                switch byte {
                case UInt8(ascii: "n"): result.append(UInt8(ascii: "\n"))
                case UInt8(ascii: "'"): result.append(quote)
                case UInt8(ascii: "^"): result.append(byte)
                default: result += [UInt8(ascii: "^"), byte]
                }
                isEscaped = false
            } else if byte == UInt8(ascii: "^") {
                isEscaped = true
            } else {
                result.append(byte)
            }
        }
        if isEscaped { result.append(UInt8(ascii: "^")) }
        return String(decoding: result, as: UTF8.self)
    }
}

/// The unfolded lines of a calendar. A physical line that begins with a space or a tab continues the line before it,
/// even in the middle of a character's bytes. Lines end with CRLF, LF or CR.
struct UnfoldedLines: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var index = 0
    private var number = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// Returns the next line that is not empty, with the number of its first physical line.
    mutating func next() -> (number: Int, bytes: [UInt8])? {
        while index < bytes.count {
            var line = Array(physicalLine())
            let first = number
            while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 {
                line += physicalLine().dropFirst()
            }
            if !line.isEmpty { return (first, line) }
        }
        return nil
    }

    private mutating func physicalLine() -> ArraySlice<UInt8> {
        let end = bytes[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
        let line = bytes[index..<end]
        index = end + 1
        if end < bytes.count, bytes[end] == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
        number += 1
        return line
    }
}
