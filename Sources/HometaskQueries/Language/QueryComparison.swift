// SPDX-License-Identifier: Apache-2.0

/// A comparison operator between a field and a value.
public enum QueryComparison: String, Hashable, Sendable, CaseIterable {
    /// The field equals, contains or falls into the value; also written `=`.
    case equal = ":"
    /// The opposite of ``equal``; with several values, none of them may match.
    case unequal = "!="
    /// The field is less than or earlier than the value.
    case less = "<"
    /// The field is less than or equal to the value, or no later.
    case atMost = "<="
    /// The field is greater than or later than the value.
    case greater = ">"
    /// The field is greater than or equal to the value, or no earlier.
    case atLeast = ">="

    /// Returns the inclusive range of integers that satisfy a comparison with a value; for `!=`, the range of equal
    /// ones. Nil means that the range is open at that end.
    ///
    /// - Parameters:
    ///   - start: the value or, if the value is itself a range (such as the seconds of a day), its first number.
    ///   - end: the last number of the value.
    func range(from start: Int64, through end: Int64) -> (from: Int64?, through: Int64?) {
        switch self {
        case .equal, .unequal: (start, end)
        case .less: (nil, start - 1)
        case .atMost: (nil, end)
        case .greater: (end + 1, nil)
        case .atLeast: (start, nil)
        }
    }

    /// The comparison with its direction reversed.
    var turned: QueryComparison {
        switch self {
        case .equal, .unequal: self
        case .less: .greater
        case .atMost: .atLeast
        case .greater: .less
        case .atLeast: .atMost
        }
    }

    /// The comparisons for equality rather than order.
    static let equalities: [QueryComparison] = [.equal, .unequal]

    /// The comparisons by spelling, longest first, so that `<=` is not parsed as `<`.
    static let spellings: [(text: String, comparison: QueryComparison)] =
        allCases.map { ($0.rawValue, $0) }.filter { $0.text.count == 2 }
        + allCases.map { ($0.rawValue, $0) }.filter { $0.text.count == 1 } + [("=", .equal)]
}
