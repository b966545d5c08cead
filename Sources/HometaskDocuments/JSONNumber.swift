// SPDX-License-Identifier: Apache-2.0

/// A JSON number with the very characters it was written in.
///
/// A number that a program does not understand (a very long integer, `1.50`) must survive a program that reads and
/// writes the document, so the lexeme is the value and the machine number is derived from it.
public struct JSONNumber: Hashable, Sendable {
    /// The characters, as RFC 8259 section 6 allows them.
    public let lexeme: String

    /// A number from its characters, which must already be known to follow RFC 8259.
    init(validLexeme: String) {
        lexeme = validLexeme
    }

    /// A number from its characters; nil unless they follow RFC 8259, section 6.
    public init?(lexeme: String) {
        guard case .number(let number)? = try? JSON.parse(lexeme), number.lexeme.utf8.elementsEqual(lexeme.utf8)
        else { return nil }
        self = number
    }

    /// Creates a number whose lexeme is the whole number in decimal, without an exponent.
    public init(_ value: some FixedWidthInteger) {
        lexeme = String(value)
    }

    /// A number in the form of RFC 8785 (ECMAScript's `Number::toString`); nil for infinities and NaN.
    public init?(_ value: Double) {
        guard let text = ECMAScriptNumber(value)?.text else { return nil }
        lexeme = text
    }

    /// The whole number, if the lexeme is one that fits into 64 bits.
    public var int: Int? { Int(lexeme) }

    /// The nearest double; infinite where the number is out of range.
    public var double: Double { Double(lexeme) ?? .nan }
}
