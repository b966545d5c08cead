// SPDX-License-Identifier: Apache-2.0

/// The string formats that are validated, in the full generality of the standard. A schema that needs a narrower form,
/// such as only UTC, adds a pattern.
enum StringFormat: String, Sendable {
    case uuid, date
    case dateTime = "date-time"

    func matches(_ text: String) -> Bool {
        switch self {
        case .uuid: DocumentID(text) != nil || DocumentID(Self.inLowerCase(text)) != nil
        case .date: Array(text.utf8).withUnsafeBytes { CalendarDate(ascii: $0) } != nil
        case .dateTime: Timestamp(rfc3339: text) != nil || Self.isDateTime(Array(Self.inLowerCase(text).utf8)[...])
        }
    }

    var words: String {
        switch self {
        case .uuid: "a UUID"
        case .date: "a date such as 2026-11-27"
        case .dateTime: "a time such as 2026-11-27T18:00:00Z"
        }
    }

    /// The text with ASCII letters in lower case; `lowercased()` could turn other letters into ASCII ones.
    private static func inLowerCase(_ text: String) -> String {
        String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// RFC 3339, section 5.6, in lower case; without leap seconds.
    private static func isDateTime(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.count >= 20,
            Timestamp(rfc3339: String(decoding: text.prefix(19), as: UTF8.self).uppercased() + "Z") != nil
        else { return false }
        var rest = text.dropFirst(19)
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            if fraction.isEmpty { return false }
            rest = rest.dropFirst(1 + fraction.count)
        }
        return rest.elementsEqual("z".utf8) || isOffset(Array(rest))
    }

    private static func isOffset(_ text: [UInt8]) -> Bool {
        guard text.count == 6, text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-"),
            text[3] == UInt8(ascii: ":"),
            let hours = Int(asciiDigits: text[1...2]), let minutes = Int(asciiDigits: text[4...5])
        else { return false }
        return hours < 24 && minutes < 60
    }
}
