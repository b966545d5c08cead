// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// A document that a transaction changed, encoded once into the bytes to be checked and written.
public struct StagedDocument: Sendable {
    /// The canonical bytes, exactly as they will be committed.
    public let bytes: [UInt8]
    /// The decoded document; nil if it is decoded from the bytes on demand.
    let document: Document?

    /// The maximum number of decoded documents that a transaction keeps: they need several times as much memory as the
    /// bytes.
    static let mostKept = 1000

    /// Passes the bytes to the body of an iteration over all documents.
    func handOver(
        at path: DocumentPath, to body: (DocumentPath, UnsafeRawBufferPointer) throws(ReplicaError) -> Bool
    ) throws(ReplicaError) -> Bool {
        try bytes.withUnsafeBufferPointer { (buffer) throws(ReplicaError) -> Bool in
            try body(path, UnsafeRawBufferPointer(buffer))
        }
    }
}
