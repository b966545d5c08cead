// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments
package import HometaskMerging

extension Document {
    /// Decodes the document at a path.
    ///
    /// - Throws: `ReplicaError.unreadableDocument` if the bytes are not a document or belong to a different path.
    package static func reading(_ bytes: [UInt8], at path: DocumentPath) throws(ReplicaError) -> Document {
        let document: Document
        do {
            document = try Document(decoding: bytes)
        } catch {
            throw ReplicaError.unreadable(path, because: "\(error)")
        }
        if let fault = path.fault(id: document.id, kind: document.kind) {
            throw ReplicaError.unreadable(path, because: fault)
        }
        return document
    }
}
