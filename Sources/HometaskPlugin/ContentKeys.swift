// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// Keys for the parts of a file that have no id of their own: what they hold, and how many equal ones came before. The
/// same file gives the same keys again, whatever was added at its end.
public struct ContentKeys {
    private let prefix: String
    private var counts: [DocumentID: Int] = [:]

    /// Keys that begin with a word, which sets the parts of one kind apart from others.
    public init(prefix: String) {
        self.prefix = prefix
    }

    /// The key of the next part, by its bytes.
    public mutating func next(_ bytes: [UInt8]) -> String {
        let digest = DocumentID.derived(namespace: DocumentID(randomBytes: (0, 0)), name: bytes)
        let count = counts[digest, default: 0]
        counts[digest] = count + 1
        return "\(prefix)/\(digest)/\(count)"
    }
}
