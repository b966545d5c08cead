// SPDX-License-Identifier: Apache-2.0

/// The keywords for strings.
struct StringRules: Sendable {
    private let minLength: Int?
    private let maxLength: Int?
    private let pattern: StringPattern?
    private let format: StringFormat?

    init(_ reader: inout KeywordReader) throws(SchemaError) {
        minLength = reader.value("minLength")?.intValue
        maxLength = reader.value("maxLength")?.intValue
        pattern = try reader.value("pattern")?.stringValue.map { text throws(SchemaError) in try StringPattern(text) }
        if let name = reader.value("format")?.stringValue {
            guard let known = StringFormat(rawValue: name) else { throw SchemaError("the format ‘\(name)’ is not supported") }
            format = known
        } else {
            format = nil
        }
    }

    /// Lengths are counted in code points, as the standard says.
    func mismatch(_ text: String) -> String? {
        if let minLength, text.unicodeScalars.count < minLength {
            return minLength == 1 ? "a text that is not empty" : "a text of at least \(minLength) characters"
        }
        if let maxLength, text.utf8.count > maxLength, text.unicodeScalars.count > maxLength {
            return "at most \(maxLength) characters long"
        }
        if let format, !format.matches(text) { return format.words }
        if let pattern, !pattern.matches(text) { return pattern.words }
        return nil
    }

    /// What is to be said where a text matches that must not.
    var forbiddenWords: String {
        pattern?.isControlCharacters == true
            ? "one line of text without control characters" : "a text without \(pattern?.source ?? "that")"
    }
}

/// The keywords for numbers.
struct NumberRules: Sendable {
    private let minimum: Double?
    private let maximum: Double?

    init(_ reader: inout KeywordReader) {
        minimum = reader.value("minimum")?.doubleValue
        maximum = reader.value("maximum")?.doubleValue
    }

    func mismatch(_ number: JSONNumber) -> String? {
        let value = number.double
        let isWithin = (minimum.map { value >= $0 } ?? true) && (maximum.map { value <= $0 } ?? true)
        if isWithin, value.isFinite { return nil }
        switch (minimum, maximum) {
        case (let low?, let high?): return "a number from \(Self.text(low)) to \(Self.text(high))"
        case (let low?, nil): return "a number of at least \(Self.text(low))"
        case (nil, let high?): return "a number of at most \(Self.text(high))"
        case (nil, nil): return "a number"
        }
    }

    private static func text(_ number: Double) -> String { JSONNumber(number)?.lexeme ?? "\(number)" }
}

/// The formats that are held against values, not only noted.
enum StringFormat: String, Sendable {
    case uuid, date
    case dateTime = "date-time"

    func matches(_ text: String) -> Bool {
        switch self {
        case .uuid: DocumentID(text) != nil
        case .date: Timestamp(rfc3339: "\(text)T00:00:00Z") != nil
        case .dateTime: Timestamp(rfc3339: text) != nil
        }
    }

    var words: String {
        switch self {
        case .uuid: "a UUID in lower case"
        case .date: "a date such as 2026-11-27"
        case .dateTime: "a time such as 2026-11-27T18:00:00Z"
        }
    }
}
