// SPDX-License-Identifier: Apache-2.0

/// Advice about an error or a finding: text in which actions are separate parts, so that each program can name them in
/// its own terms. The command line shows `'hometask sync'` where another program names a button.
///
///     let hint: Hint = "Nothing is lost: \(.sync) catches up."
///     hint.text { "the button ‘\($0.name)’" }
public struct Hint: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// Text, or an action that each program names in its own terms.
    public enum Part: Hashable, Sendable {
        /// Text that every program shows unchanged.
        case text(String)
        /// An action that a person can take.
        case action(SuggestedAction)
    }

    /// The parts, in order.
    public private(set) var parts: [Part]

    /// Creates a hint of plain text.
    public init(_ text: String) { parts = [.text(text)] }

    /// Creates a hint of plain text.
    public init(stringLiteral value: String) { self.init(value) }

    /// Creates a hint with interpolated actions.
    public init(stringInterpolation interpolation: StringInterpolation) { parts = interpolation.parts }

    /// Formats the hint as text.
    ///
    /// - Parameter name: returns the name of an action in the program that shows the hint.
    public func text(naming name: (SuggestedAction) -> String) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .text(let words): text += words
            case .action(let action): text += name(action)
            }
        }
        return text
    }

    /// The hint with the names of actions in quotation marks: "‘sync’ catches up."
    public var description: String { text { "‘\($0.name)’" } }

    /// Concatenates two hints, in order.
    public static func + (first: Hint, second: Hint) -> Hint {
        var sum = first
        sum.parts += second.parts
        return sum
    }

    /// Collects the parts of a hint.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        /// Creates an empty interpolation.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds the text between two interpolations, unless it is empty.
        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { parts.append(.text(literal)) }
        }

        /// Adds a suggested action, which each program names in its own terms.
        public mutating func appendInterpolation(_ action: SuggestedAction) { parts.append(.action(action)) }

        /// Adds an interpolated string as plain text, unless it is empty.
        public mutating func appendInterpolation(_ text: String) { appendLiteral(text) }

        /// Adds an interpolated substring as plain text, unless it is empty.
        public mutating func appendInterpolation(_ text: Substring) { appendLiteral(String(text)) }

        /// Adds the description of a value, such as a number or an id.
        public mutating func appendInterpolation<Value: CustomStringConvertible>(_ value: Value) {
            appendLiteral(value.description)
        }

        /// Adds the parts of another hint.
        public mutating func appendInterpolation(_ hint: Hint) { parts += hint.parts }
    }
}
