// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

extension Transaction {
    /// What the transaction has changed so far, in the order of the documents' places.
    public func changes() throws -> [DocumentChange] {
        try staged.keys.sorted { $0.text < $1.text }.compactMap { path in
            guard let after = try document(at: path) else { return nil }
            return DocumentChange(path: path, before: try earlierDocument(at: path), after: after)
        }
    }
}
