// SPDX-License-Identifier: Apache-2.0

extension Collection {
    /// The only element; nil if there is none, or more than one.
    var only: Element? {
        guard let first, index(after: startIndex) == endIndex else { return nil }
        return first
    }
}
