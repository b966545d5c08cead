// SPDX-License-Identifier: Apache-2.0

extension Array where Element == String {
    /// The words as a list in a sentence: `one`, `one and two`, `one, two and three`; empty if there are none.
    ///
    /// - Parameter conjunction: the word before the last one: `and`, `or`.
    package func list(with conjunction: String) -> String {
        guard count > 1, let last else { return first ?? "" }
        return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
    }
}
