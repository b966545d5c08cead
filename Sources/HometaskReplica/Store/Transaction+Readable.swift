// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments
import HometaskFamily
package import HometaskMerging

extension Transaction {
    /// A document; nil if it cannot be read, which does not prevent changes of others.
    package func readableDocument(at path: DocumentPath) throws -> Document? {
        do {
            return try document(at: path)
        } catch {
            guard error.code == .unreadableDocument else { throw error }
            return nil
        }
    }
}
