// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// A document that a transaction changed, by its bytes, which are made once: to be checked and to be written.
public struct StagedDocument: Sendable {
    /// Its canonical bytes, just as they are to be committed.
    public let bytes: [UInt8]
    /// What they say; nil if it is read from them again when somebody asks.
    let document: Document?

    /// How many documents of a transaction are kept beside their bytes: they take several times the room.
    static let mostKept = 1000

    /// Hands the bytes to the body of a look at every document.
    func handOver(
        at path: DocumentPath, to body: (DocumentPath, UnsafeRawBufferPointer) throws(ReplicaError) -> Bool
    ) throws(ReplicaError) -> Bool {
        try bytes.withUnsafeBufferPointer { (buffer) throws(ReplicaError) -> Bool in
            try body(path, UnsafeRawBufferPointer(buffer))
        }
    }
}
