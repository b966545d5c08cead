// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// What a document means at a commit: the document, and the bytes it is written as.
///
/// The file of a commit that hometask made means what stands in it. In a commit of another tool it means what ``Seal``
/// makes of it.
public struct Meaning: Hashable, Sendable {
    /// The document.
    public let document: Document
    /// Its canonical bytes.
    public let bytes: [UInt8]

    init(_ document: Document) {
        self.document = document
        bytes = document.encoded()
    }

    /// The meaning of a file that is taken as written; nil where it cannot be read as a document of its place.
    ///
    /// - Parameters:
    ///   - file: the file's bytes.
    ///   - id: the document whose place it is; nil where any may stand.
    /// - Throws: `DocumentError.newerFormat` and `unsupported`: what it means only a later version can say.
    public init?(asWritten file: [UInt8], of id: DocumentID?) throws(DocumentError) {
        guard let document = try Self.document(file, of: id, editedBy: nil) else { return nil }
        self.init(document)
    }

    /// The document in a file; nil where it cannot be read, or is another than belongs there.
    static func document(
        _ file: [UInt8], of id: DocumentID?, editedBy editor: Author?
    ) throws(DocumentError) -> Document? {
        do {
            let document = try Document(decoding: file, editedBy: editor)
            return id == nil || document.id == id ? document : nil
        } catch {
            switch error {
            case .unreadable, .malformed: return nil
            case .newerFormat, .unsupported: throw error
            }
        }
    }
}
