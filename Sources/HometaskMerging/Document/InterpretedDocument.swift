// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The meaning of a document at a commit: the document, and the bytes that it is written as.
///
/// In a commit by hometask, a file means exactly its contents. In a commit by another tool, ``Seal`` determines the
/// meaning.
public struct InterpretedDocument: Hashable, Sendable {
    /// The document, with its writes, its deletion and the events that it has seen.
    public let document: Document
    /// The document's canonical bytes. They are encoded on each access, because usually only the last of several
    /// successive meanings is written.
    public var bytes: [UInt8] { document.encoded() }

    init(_ document: Document) { self.document = document }

    /// Whether a file consists of exactly the document's canonical bytes.
    public func isWritten(as file: [UInt8]) -> Bool {
        // `seen` differs in nearly all other cases, and is quick to read.
        Document.seen(in: file) == document.seen && bytes == file
    }

    /// Interprets a file as written; nil if the file cannot be read as the document that belongs at its path. A file in
    /// a later version's format cannot be read: it keeps its bytes until a program that knows the format reads it.
    ///
    /// - Parameters:
    ///   - file: the file's bytes.
    ///   - id: the id of the document that belongs at the path; nil if any document may be there.
    public init?(asWritten file: [UInt8], of id: DocumentID?) {
        guard let document = Self.document(file, of: id, editedBy: nil) else { return nil }
        self.init(document)
    }

    /// Decodes the document in a file; nil if the file cannot be read, or holds a document that does not belong there.
    static func document(_ file: [UInt8], of id: DocumentID?, editedBy editor: Author?) -> Document? {
        guard let members = try? DocumentFile(reading: file),
            let document = try? DocumentDecoding(file, of: members, editedBy: editor).document
        else { return nil }
        return id == nil || document.id == id ? document : nil
    }
}
