// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica

extension Transaction {
    /// A document; nil if it cannot be read, which does not prevent changes of others.
    func readableDocument(at path: DocumentPath) throws -> Document? {
        do {
            return try document(at: path)
        } catch {
            guard error.code == .unreadableDocument else { throw error }
            return nil
        }
    }
}
