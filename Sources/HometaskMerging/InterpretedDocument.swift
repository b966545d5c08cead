// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// What a document means at a commit: the document, and the bytes it is written as.
///
/// The file of a commit that hometask made means what stands in it. In a commit of another tool it means what ``Seal``
/// makes of it.
public struct InterpretedDocument: Hashable, Sendable {
    /// The document that is meant, with its writes, its deletion and the events that it has seen.
    public let document: Document
    /// Its canonical bytes, which are made each time: of many meanings in a row only the last is written.
    public var bytes: [UInt8] { document.encoded() }

    init(_ document: Document) { self.document = document }

    /// Whether a file is what the document is written as.
    public func isWritten(as file: [UInt8]) -> Bool {
        // What it has seen tells nearly all others, and is quickly read.
        Document.seen(in: file) == document.seen && bytes == file
    }

    /// The meaning of a file that is taken as written; nil if it cannot be read as a document of its place. A file of a
    /// later version's format is such a one: it keeps its bytes until it meets a program that knows it.
    ///
    /// - Parameters:
    ///   - file: the file's bytes.
    ///   - id: the document whose place it is; nil if any may stand.
    public init?(asWritten file: [UInt8], of id: DocumentID?) {
        guard let document = Self.document(file, of: id, editedBy: nil) else { return nil }
        self.init(document)
    }

    /// The document in a file; nil if it cannot be read, or is another than belongs there.
    static func document(_ file: [UInt8], of id: DocumentID?, editedBy editor: Author?) -> Document? {
        guard let document = try? Document(decoding: file, editedBy: editor) else { return nil }
        return id == nil || document.id == id ? document : nil
    }
}
