// SPDX-License-Identifier: Apache-2.0

/// A JSON number with the exact characters in which it was written.
///
/// A number that a program does not support (a very long integer, `1.50`) must be preserved when the program reads and
/// writes the document. The lexeme is therefore the value, and the machine number is derived from it.
public struct JSONNumber: Hashable, Sendable {
    /// The characters, in the syntax of RFC 8259, section 6.
    public let lexeme: String

    /// Creates a number from a lexeme that is known to be valid under RFC 8259.
    init(validLexeme: String) {
        lexeme = validLexeme
    }

    /// Creates a number from its lexeme; nil if the lexeme is invalid under RFC 8259, section 6.
    public init?(lexeme: String) {
        guard case .number(let number)? = try? JSON.parse(lexeme), number.lexeme.utf8.elementsEqual(lexeme.utf8)
        else { return nil }
        self = number
    }

    /// Creates a number from an integer; the lexeme is its decimal form, without an exponent.
    public init(_ value: some FixedWidthInteger) {
        lexeme = String(value)
    }

    /// Creates a number in the form of RFC 8785 (ECMAScript's `Number::toString`); nil for infinities and NaN.
    public init?(_ value: Double) {
        guard let text = ECMAScriptNumber(value)?.text else { return nil }
        lexeme = text
    }

    /// The integer value, if the lexeme is a whole number that fits into 64 bits.
    public var int: Int? { Int(lexeme) }

    /// The nearest double; infinite if the number is out of range.
    public var double: Double { Double(lexeme) ?? .nan }
}
