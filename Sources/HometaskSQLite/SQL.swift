// SPDX-License-Identifier: Apache-2.0

/// A value of a column or of an argument.
public enum SQLValue: Hashable, Sendable {
    /// SQL's NULL, which stands for nil.
    case null
    /// A whole number of 64 bits.
    case integer(Int64)
    /// A text, which may contain any character.
    case text(String)

    /// An integer; null for nil.
    public init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }

    /// An integer; null for nil.
    public init(_ value: Int?) { self.init(value.map(Int64.init)) }
}

/// SQL text with separate values, which are never part of the text.
///
/// Written as a string literal: `"due >= \(time) and id in \(ids)"`. An interpolated value becomes an argument, a list
/// becomes a list of arguments in parentheses, and other SQL becomes part of the text with its own arguments.
public struct SQL: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The text, with a question mark for each value.
    public private(set) var text: String
    /// The values of the question marks in ``text``, in order.
    public private(set) var arguments: [SQLValue]

    /// SQL from a text that is not a literal. The text must never come from outside the program.
    public init(verbatim text: String) {
        self.text = text
        arguments = []
    }

    /// Creates SQL from a literal without interpolated values.
    public init(stringLiteral value: String) { self.init(verbatim: value) }

    /// Creates SQL from a literal; each interpolated value becomes an argument.
    public init(stringInterpolation interpolation: Interpolation) { self = interpolation.sql }

    /// The parts of a literal.
    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var sql = SQL(verbatim: "")

        /// Creates an empty text with capacity for a literal and its values.
        public init(literalCapacity: Int, interpolationCount: Int) {
            sql.text.reserveCapacity(literalCapacity + 2 * interpolationCount)
        }

        /// Appends a part of the literal verbatim.
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

        /// Appends question marks in parentheses, and their values.
        public mutating func appendInterpolation(_ values: [String]) { appendList(values.map { .text($0) }) }

        /// Appends question marks in parentheses, and their values.
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
