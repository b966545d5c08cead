// SPDX-License-Identifier: Apache-2.0

extension Dictionary {
    /// Creates a dictionary from pairs; the first of several pairs with the same key wins.
    ///
    /// Embedded Swift lacks the standard library's `init(_:uniquingKeysWith:)`.
    package init(keepingFirst pairs: some Sequence<(Key, Value)>) {
        self.init()
        for (key, value) in pairs where self[key] == nil { self[key] = value }
    }
}
