// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The lines of a calendar (RFC 5545, section 3.1) or a vCard (RFC 6350, section 3.2): folded after 75 octets and never
/// within a character, ended by CRLF.
struct ContentLines {
    /// The lines.
    private(set) var text = ""

    /// Adds a property whose value stands as it is.
    mutating func add(_ name: String, _ value: String) {
        text += Self.folded("\(name):\(value)") + "\r\n"
    }

    /// Adds a property whose value is text; none where there is nothing to say.
    mutating func addText(_ name: String, _ value: String) {
        if !value.isEmpty { add(name, Self.escaped(value)) }
    }

    /// A text as a value (RFC 5545, section 3.3.11; RFC 6350, section 3.4). Control characters, which no line may hold, go.
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

    /// An instant in UTC, as both formats write it: `20261122T193403Z`.
    static func utc(_ time: Timestamp) -> String {
        time.rfc3339.filter { $0 != "-" && $0 != ":" }
    }

    private static func folded(_ line: String) -> String {
        let bytes = Array(line.utf8)
        guard bytes.count > 75 else { return line }
        var result: [UInt8] = []
        var start = 0
        while start < bytes.count {
            // The blank at the head of all lines but the first counts too.
            var end = min(start + (start == 0 ? 75 : 74), bytes.count)
            while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            if start > 0 { result += [0x0D, 0x0A, 0x20] }
            result += bytes[start..<end]
            start = end
        }
        return String(decoding: result, as: UTF8.self)
    }
}
