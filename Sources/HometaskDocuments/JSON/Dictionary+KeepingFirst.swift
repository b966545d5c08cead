// SPDX-License-Identifier: Apache-2.0

extension Dictionary {
    /// Creates a dictionary from pairs; if several pairs have one key, the first is kept.
    ///
    /// Embedded Swift does not have the standard library's initialiser with a combining closure.
    package init(keepingFirst pairs: some Sequence<(Key, Value)>) {
        self.init()
        for (key, value) in pairs where self[key] == nil { self[key] = value }
    }
}
