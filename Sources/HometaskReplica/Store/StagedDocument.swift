// SPDX-License-Identifier: Apache-2.0

public import HometaskMerging

/// A document that a transaction changed, with its bytes, which are made once: to be checked and to be written.
public struct StagedDocument: Sendable {
    /// What it is now.
    public let document: Document
    /// Its canonical bytes.
    public let bytes: [UInt8]
}
