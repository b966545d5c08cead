// SPDX-License-Identifier: Apache-2.0

/// The comparison between a field and its value.
public enum QueryComparison: String, Hashable, Sendable, CaseIterable {
    /// The field is, holds, or falls into the value; also written `=`.
    case equal = ":"
    /// The opposite of ``equal``; with several values, none of them may apply.
    case unequal = "!="
    /// It is less, or earlier.
    case less = "<"
    /// It is less or the same, or no later.
    case atMost = "<="
    /// It is more, or later.
    case greater = ">"
    /// It is more or the same, or no earlier.
    case atLeast = ">="

    /// The comparisons that ask whether, and not how much.
    static let equalities: [QueryComparison] = [.equal, .unequal]

    /// A comparison and how it is typed, the longer ways first, so that `<=` is not read as `<`.
    static let spellings: [(text: String, comparison: QueryComparison)] =
        allCases.map { ($0.rawValue, $0) }.filter { $0.text.count == 2 }
        + allCases.map { ($0.rawValue, $0) }.filter { $0.text.count == 1 } + [("=", .equal)]
}
