// SPDX-License-Identifier: Apache-2.0

extension Dictionary {
    /// A dictionary of pairs; of those with one key, the first.
    ///
    /// The standard library's initialiser with a combining closure is not there in Embedded Swift.
    package init(keepingFirst pairs: some Sequence<(Key, Value)>) {
        self.init()
        for (key, value) in pairs where self[key] == nil { self[key] = value }
    }
}
