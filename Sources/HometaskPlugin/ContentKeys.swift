// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// Keys for the parts of a file that have no ids: the contents, and the number of equal parts before it. The same file
/// gives the same keys, even after parts are appended.
public struct ContentKeys {
    private let prefix: String
    private var counts: [DocumentID: Int] = [:]

    /// Creates keys with a prefix, which separates the parts of one kind from others.
    public init(prefix: String) {
        self.prefix = prefix
    }

    /// Returns the key of the next part, with the given bytes.
    public mutating func next(_ bytes: [UInt8]) -> String {
        let digest = DocumentID.derived(namespace: DocumentID(randomBytes: (0, 0)), name: bytes)
        let count = counts[digest, default: 0]
        counts[digest] = count + 1
        return "\(prefix)/\(digest)/\(count)"
    }
}
