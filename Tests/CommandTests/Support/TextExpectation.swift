// SPDX-License-Identifier: Apache-2.0

/// An expectation about a text, which must contain a given string literal, or all elements of an array literal.
indirect enum TextExpectation: Sendable, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral {
    case anything
    case empty
    case exactly(String)
    case contains(String)
    case lacks(String)
    case all([TextExpectation])

    init(stringLiteral value: String) { self = .contains(value) }

    init(arrayLiteral elements: TextExpectation...) { self = .all(elements) }

    /// Returns the text's first fault; nil if the text meets the expectation.
    func fault(in text: String) -> String? {
        switch self {
        case .anything: nil
        case .empty: text.isEmpty ? nil : "should be empty"
        case .exactly(let other): text == other ? nil : "should be exactly \(other.debugDescription)"
        case .contains(let part): text.contains(part) ? nil : "should contain \(part.debugDescription)"
        case .lacks(let part): text.contains(part) ? "should not contain \(part.debugDescription)" : nil
        case .all(let parts): parts.lazy.compactMap { $0.fault(in: text) }.first
        }
    }
}
