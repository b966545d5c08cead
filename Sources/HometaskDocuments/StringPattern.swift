// SPDX-License-Identifier: Apache-2.0

/// A regular expression of a schema.
///
/// Those of the documents' own schemas are matched by hand, since making a `Regex` costs more than a whole command may;
/// any other is made when a value first meets it.
struct StringPattern: Sendable {
    let source: String
    private let byHand: (@Sendable (String) -> Bool)?

    init(_ source: String) throws(SchemaError) {
        self.source = source
        byHand = Self.known[source]?.matches
        if byHand == nil, (try? Regex(source)) == nil {
            throw SchemaError("‘\(source)’ is not a regular expression that can be used here")
        }
    }

    /// Whether the pattern occurs anywhere in the text, as the standard says.
    func matches(_ text: String) -> Bool {
        if let byHand { return byHand(text) }
        guard let regex = try? Regex(source) else { return false }
        return text.firstMatch(of: regex) != nil
    }

    var words: String { Self.known[source]?.words ?? "a text that matches \(source)" }

    /// Whether the pattern finds control characters.
    var isControlCharacters: Bool { source.hasPrefix("[\\u0000-\\u0008") || source.hasPrefix("[\\u0000-\\u001f") }

    private static let known: [String: (words: String, matches: @Sendable (String) -> Bool)] = [
        #"\S"#: ("a text that is not blank", { $0.unicodeScalars.contains { !$0.properties.isWhitespace } }),
        #"[\u0000-\u001f\u007f-\u009f\u2028\u2029]"#: ("", { $0.unicodeScalars.contains { isControl($0) } }),
        #"[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]"#: (
            "", { $0.unicodeScalars.contains { isControl($0) && $0 != "\t" } }
        ),
        "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$": (
            "a UUID in lower case", { DocumentID($0) != nil }
        ),
        "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$": (
            "a time such as 2026-11-27T18:00:00Z", { Timestamp(rfc3339: $0) != nil }
        ),
        "^[0-9]{4}-[0-9]{2}-[0-9]{2}$": (
            "a date such as 2026-11-27", { Timestamp(rfc3339: "\($0)T00:00:00Z") != nil }
        ),
        #"^[^\s+@#]\S*$"#: (
            "a word without blanks that does not begin with +, @ or #",
            { text in
                guard let first = text.unicodeScalars.first, first != "+", first != "@", first != "#" else { return false }
                return !text.unicodeScalars.contains { $0.properties.isWhitespace }
            }
        ),
        "^#[0-9a-f]{6}$": (
            "a colour such as #3366cc", { $0.utf8.count == 7 && $0.hasPrefix("#") && isLowerHex($0.dropFirst()) }
        ),
        "^[0-9A-Za-z]+$": ("letters and digits", { !$0.isEmpty && $0.utf8.allSatisfy { isLetterOrDigit($0) } }),
        #"^[^\s@<>]+@[^\s@<>]+$"#: (
            "an e-mail address such as mia@example.org",
            { text in
                let parts = text.split(separator: "@", omittingEmptySubsequences: false)
                return parts.count == 2
                    && parts.allSatisfy { part in
                        !part.isEmpty
                            && !part.unicodeScalars.contains { $0.properties.isWhitespace || $0 == "<" || $0 == ">" }
                    }
            }
        ),
        "^[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*$": (
            "the name of a time zone such as Europe/Amsterdam",
            { text in
                text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
                    !part.isEmpty
                        && part.utf8.allSatisfy { isLetterOrDigit($0) || $0 == 0x5F || $0 == 0x2B || $0 == 0x2D }
                }
            }
        ),
        "^[a-z][0-9a-z]{1,31}$": (
            "an actor",
            { text in
                (2...32).contains(text.utf8.count) && !(0x30...0x39).contains(text.utf8.first ?? 0x30)
                    && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
            }
        ),
    ]

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
    }

    private static func isLowerHex(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
