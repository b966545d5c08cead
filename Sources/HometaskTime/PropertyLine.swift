// SPDX-License-Identifier: Apache-2.0

/// Formats a property as a content line of a calendar (RFC 5545, section 3.1) or of a vCard (RFC 6350, section 3.2).
public enum PropertyLine {
    /// The maximum length of a line in octets, without its line ending.
    public static let width = 75

    /// A property as written in a file: folded, never within a character, and ended by CRLF.
    ///
    /// - Parameters:
    ///   - name: the property's name, such as `DTSTART`, written as it is.
    ///   - parameters: the names and raw values of the property's parameters, in order; values are quoted as necessary.
    ///   - value: the raw value; text must be escaped first.
    public static func property(_ name: String, _ parameters: [(String, String)], value: String) -> String {
        var line = name
        for (name, value) in parameters { line += ";\(name)=\(parameter(value))" }
        return folded(line + ":" + value) + "\r\n"
    }

    /// Escapes text for use as a value (RFC 5545, section 3.3.11; RFC 6350, section 3.4). Control characters, which no
    /// line may contain, are removed.
    public static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result.append(contentsOf: "\\n".unicodeScalars)
            case "\\", ";", ",": result.append(contentsOf: ["\\", scalar])
            case "\t": result.append(scalar)
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): break
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// A parameter's value: quoted where necessary, with the escapes of RFC 6868.
    private static func parameter(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var needsQuotes = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result.append(contentsOf: "^n".unicodeScalars)
            case "\"": result.append(contentsOf: "^'".unicodeScalars)
            case "^": result.append(contentsOf: "^^".unicodeScalars)
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): break
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
