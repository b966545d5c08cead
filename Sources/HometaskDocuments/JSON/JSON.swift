// SPDX-License-Identifier: Apache-2.0

/// A JSON value that preserves what documents require: exact strings, exact number lexemes, no duplicate keys.
///
/// Equality is exact: strings by their bytes, numbers by their lexemes (`1`, `1.0` and `1e0` are three values).
public enum JSON: Sendable {
    /// The value `null`, which is not the same as an absent member.
    case null
    /// The value `true` or `false`; numbers are not treated as Booleans.
    case bool(Bool)
    /// A number, with its original characters.
    case number(JSONNumber)
    /// A string, compared by its UTF-8 bytes.
    case string(String)
    /// An ordered list of values.
    case array([JSON])
    /// Members in the order of their keys' UTF-8 bytes.
    case object(JSONObject)
}

extension JSON: Hashable {
    /// Whether two values are the same, comparing strings by their bytes and numbers by their lexemes.
    public static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)): a == b
        default: false
        }
    }

    /// Hashes strings by their bytes and numbers by their lexemes, as `==` compares them.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .string(let value): hasher.combine(ExactString(value))
        case .array(let value): hasher.combine(value)
        case .object(let value): hasher.combine(value)
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a string from a literal in code.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates a Boolean value from the literal `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates a number from an integer literal; its lexeme is the decimal form.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    /// Creates an array from a literal, in the order of its elements.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    /// Creates an object from a literal; the last of several equal keys wins.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(JSONObject(elements))
    }
}

extension JSON {
    /// The string value, if this is a string.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The Boolean value, if this is a Boolean.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The integer, if this is a whole number that fits into `Int`.
    public var intValue: Int? {
        if case .number(let value) = self { value.int } else { nil }
    }

    /// The nearest double, if this is a number.
    public var doubleValue: Double? {
        if case .number(let value) = self { value.double } else { nil }
    }

    /// The elements, if this is an array.
    public var arrayValue: [JSON]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members, if this is an object.
    public var objectValue: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// Whether this is `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The member with that name, if this is an object that has one.
    public subscript(key: String) -> JSON? {
        objectValue?[key]
    }
}

extension JSON {
    /// Serialises the value in the canonical form, the only form in which documents are stored.
    ///
    /// Keys sorted by their UTF-8 bytes, an indentation of two spaces, every member and element on its own line, LF,
    /// one newline at the end, strings escaped as in RFC 8785, numbers by their lexeme.
    public func canonicalBytes() -> [UInt8] {
        var writer = JSONWriter(.canonical)
        writer.writeValue(self)
        writer.finishLine()
        return writer.bytes
    }

    /// The canonical bytes as a string.
    public var canonicalText: String { String(decoding: canonicalBytes(), as: UTF8.self) }

    /// Serialises the value without white space or a trailing newline, for hashing and single-line display.
    public func compactBytes() -> [UInt8] {
        var writer = JSONWriter(.compact)
        writer.writeValue(self)
        return writer.bytes
    }

    /// The compact bytes as a string.
    public var compactText: String { String(decoding: compactBytes(), as: UTF8.self) }
}

extension JSON {
    /// Returns the value on one line for user-facing messages, truncated and safe to print on a terminal.
    ///
    /// Control characters and characters that change the direction or the position of text are written as `\u` escapes.
    ///
    /// - Parameter limit: The maximum number of code points; a longer text ends in an ellipsis.
    public func excerpt(limit: Int = 60) -> String { compactText.excerpt(limit: limit) }
}

extension JSON {
    /// Whether two values are equal as defined by JSON Schema (core specification, section 4.2.2), for which `1`, `1.0`
    /// and `1e0` are the same number.
    func isSchemaEqual(to other: JSON) -> Bool { withPlainNumbers == other.withPlainNumbers }

    /// The value with every number in a form that depends only on the number's value.
    var withPlainNumbers: JSON {
        switch self {
        case .number(let number): .number(number.plain)
        case .array(let elements): .array(elements.map({ $0.withPlainNumbers }))
        case .object(let object): .object(JSONObject(object.members.map { ($0.string, $1.withPlainNumbers) }))
        default: self
        }
    }
}

extension JSONNumber {
    /// The number in a normal form: whole numbers as digits, all others as the nearest double.
    fileprivate var plain: JSONNumber {
        if let int { return JSONNumber(int) }
        if let whole = Int(exactly: double) { return JSONNumber(whole) }
        return JSONNumber(double) ?? self
    }
}
