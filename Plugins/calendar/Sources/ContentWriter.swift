// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin

/// Writes the lines of a calendar: escaped, folded after 75 octets and never within a character, ended by CRLF.
struct ContentWriter {
    /// Where the lines go.
    let call: Call
    /// The most octets of a line, without its end (RFC 5545, section 3.1).
    static let width = 75

    /// Writes a property whose value stands as it is.
    func line(_ name: String, _ parameters: [(String, String)] = [], _ value: String) throws {
        var line = name
        for (name, value) in parameters { line += ";\(name)=\(Self.parameter(value))" }
        try call.write(Self.folded(line + ":" + value) + "\r\n")
    }

    /// Writes a property whose value is text; none where there is nothing to say.
    func text(_ name: String, _ parameters: [(String, String)] = [], _ value: String) throws {
        if !value.isEmpty { try line(name, parameters, Self.escaped(value)) }
    }

    /// A text as a value (section 3.3.11). Control characters, which no line may hold, go.
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result.append(contentsOf: "\\n".unicodeScalars)
            case "\\", ";", ",": result.append(contentsOf: ["\\", scalar])
            case "\t": result.append(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: break
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// A parameter's value: quoted where it must be, with the escapes of RFC 6868.
    private static func parameter(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var needsQuotes = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result.append(contentsOf: "^n".unicodeScalars)
            case "\"": result.append(contentsOf: "^'".unicodeScalars)
            case "^": result.append(contentsOf: "^^".unicodeScalars)
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: break
            default:
                if scalar == ":" || scalar == ";" || scalar == "," { needsQuotes = true }
                result.append(scalar)
            }
        }
        return needsQuotes ? "\"\(String(result))\"" : String(result)
    }

    private static func folded(_ line: String) -> String {
        let bytes = Array(line.utf8)
        guard bytes.count > width else { return line }
        var result: [UInt8] = []
        var start = 0
        while start < bytes.count {
            // The blank at the head of all lines but the first counts too.
            var end = min(start + (start == 0 ? width : width - 1), bytes.count)
            while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            if start > 0 { result += [0x0D, 0x0A, 0x20] }
            result += bytes[start..<end]
            start = end
        }
        return String(decoding: result, as: UTF8.self)
    }
}
