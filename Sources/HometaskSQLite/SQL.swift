// SPDX-License-Identifier: Apache-2.0

/// A value of a column, or in the place of one.
public enum SQLValue: Hashable, Sendable {
    /// NULL, which stands for nil.
    case null
    /// A whole number of 64 bits.
    case integer(Int64)
    /// A text, which may hold any character.
    case text(String)

    /// An integer; null for nil.
    public init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }

    /// An integer; null for nil.
    public init(_ value: Int?) { self.init(value.map(Int64.init)) }
}

/// A text of SQL with the values in it, which are never part of the text.
///
/// Made of string literals: `"due >= \(time) and id in \(ids)"`. What is interpolated becomes an argument, a list of
/// arguments in parentheses, or, if it is SQL itself, part of the text with its own arguments.
public struct SQL: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The text, with a question mark for each value.
    public private(set) var text: String
    /// The values of the question marks in ``text``, in order.
    public private(set) var arguments: [SQLValue]

    /// A text that is not a literal. Never one that comes from outside.
    public init(verbatim text: String) {
        self.text = text
        arguments = []
    }

    /// A text without values.
    public init(stringLiteral value: String) { self.init(verbatim: value) }

    /// A text with values in it.
    public init(stringInterpolation interpolation: Interpolation) { self = interpolation.sql }

    /// What a literal is put together in.
    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var sql = SQL(verbatim: "")

        /// Creates an empty text with room for a literal and its values.
        public init(literalCapacity: Int, interpolationCount: Int) {
            sql.text.reserveCapacity(literalCapacity + 2 * interpolationCount)
        }

        /// Appends a part of the literal, as it is.
        public mutating func appendLiteral(_ literal: String) { sql.text += literal }

        /// Appends the text of other SQL, and its values.
        public mutating func appendInterpolation(_ other: SQL) {
            sql.text += other.text
            sql.arguments += other.arguments
        }

        /// Appends a question mark, and its value.
        public mutating func appendInterpolation(_ value: Int64) { append([.integer(value)]) }

        /// Appends a question mark, and its value.
        public mutating func appendInterpolation(_ value: Int) { append([.integer(Int64(value))]) }

        /// Appends a question mark, and its value.
        public mutating func appendInterpolation(_ value: String) { append([.text(value)]) }

        /// A list in parentheses.
        public mutating func appendInterpolation(_ values: [String]) { appendList(values.map { .text($0) }) }

        /// A list in parentheses.
        public mutating func appendInterpolation(_ values: [Int]) { appendList(values.map { .integer(Int64($0)) }) }

        private mutating func append(_ values: [SQLValue]) {
            sql.text += Array(repeating: "?", count: values.count).joined(separator: ",")
            sql.arguments += values
        }

        private mutating func appendList(_ values: [SQLValue]) {
            sql.text += "("
            append(values)
            sql.text += ")"
        }
    }
}

extension [SQL] {
    /// All of them, with a text between each two.
    public func joined(separator: String) -> SQL {
        guard let first else { return "" }
        return dropFirst().reduce(first) { "\($0)\(SQL(verbatim: separator))\($1)" }
    }
}
