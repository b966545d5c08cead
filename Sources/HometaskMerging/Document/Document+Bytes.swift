// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The bytes of documents.
extension Document {
    /// The number of the document format that this program reads and writes.
    public static let format = 1

    /// Decodes a document from its bytes.
    ///
    /// Bytes written by this program round-trip exactly. In bytes edited by another program, every visible change
    /// becomes a write of an actor named by the bytes (`x…`), so the same bytes give the same document on every device.
    public init(decoding bytes: [UInt8]) throws(DocumentError) {
        self = try DocumentDecoding(bytes, of: DocumentFile(reading: bytes), editedBy: nil).document
    }

    /// Decodes a document from its bytes, for a caller that has parsed them already: `members` is the object that the
    /// bytes are.
    public init(decoding bytes: [UInt8], parsedAs members: JSONObject) throws(DocumentError) {
        self = try DocumentDecoding(bytes, of: DocumentFile(members), editedBy: nil).document
    }

    /// Reads only the events that a document's bytes declare as seen; nil if there are none.
    public static func seen(in bytes: [UInt8]) -> VersionVector? {
        (try? DocumentFile(reading: bytes))?.seen
    }

    /// Whether the bytes are the canonical bytes of their document, and thus unedited by other programs.
    public static func isCanonical(_ bytes: [UInt8]) -> Bool {
        (try? Document(decoding: bytes))?.encoded() == bytes
    }

    /// The document's canonical bytes.
    public func encoded() -> [UInt8] { encoded(showing: shown) }

    /// The document's canonical bytes.
    ///
    /// - Parameter shown: the value of ``shown``, for a caller that has computed it already.
    public func encoded(showing shown: JSONObject) -> [UInt8] {
        JSON.object(DocumentEncoding(self, showing: shown).members).canonicalBytes()
    }
}
