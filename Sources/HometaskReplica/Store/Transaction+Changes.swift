// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

extension Transaction {
    /// Returns the changes of the transaction so far, sorted by the documents' paths.
    public func changes() throws -> [DocumentChange] {
        try staged.keys.sorted { $0.text < $1.text }.compactMap { path in
            guard let after = try document(at: path) else { return nil }
            return DocumentChange(path: path, before: try earlierDocument(at: path), after: after)
        }
    }
}
