// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// The documents of a family as they stand at one version.
///
/// A reader is passed to a closure and must not leave it: it holds the version only that long. What keeps documents
/// overrides the first four methods; those of this class itself are of a family without documents. It is a class, not a
/// protocol: Embedded Swift cannot call what a protocol's extension brings without knowing who conforms.
open class DocumentReader {
    /// A reader of no documents.
    public init() {}

    /// The bytes of a document; nil if there is none at this version.
    ///
    /// - Throws: `ReplicaError` where the store is damaged or the document is larger than a reader takes in.
    open func bytes(at path: DocumentPath) throws(ReplicaError) -> [UInt8]? { nil }

    /// Passes the bytes of every document of a kind, in the order of their ids. The bytes are valid only inside the
    /// closure; return false to stop. A document that is larger than a reader takes in is passed without a byte.
    ///
    /// Nothing is decoded here: a caller that needs a few members scans for them.
    open func forEachDocument(
        of kind: DocumentKind, _ body: (DocumentPath, UnsafeRawBufferPointer) throws(ReplicaError) -> Bool
    ) throws(ReplicaError) {}

    /// The places of the documents of a kind whose ids begin with the given hexadecimal digits (dashes ignored), in the
    /// order of their ids.
    open func paths(of kind: DocumentKind, idPrefix: String) throws(ReplicaError) -> [DocumentPath] { [] }

    /// What a person typed into the document's file and no command has taken in yet; nil if nothing was typed, and
    /// always in a bare repository.
    open func handEdit(at path: DocumentPath) throws(ReplicaError) -> HandEdit? { nil }

    /// A document; nil if there is none at this version. Overridden where documents are at hand, not only bytes.
    ///
    /// - Throws: `ReplicaError.unreadableDocument` where its bytes are not a document this program can read.
    open func document(at path: DocumentPath) throws(ReplicaError) -> Document? {
        guard let bytes = try bytes(at: path) else { return nil }
        return try Document.reading(bytes, at: path)
    }
}

/// An edit made with a text editor in the working tree, not yet part of the family's history.
public enum HandEdit: Hashable, Sendable {
    /// The file holds other members than the document.
    case changed(JSONObject)
    /// The file holds an edited version of the document that is older than the reader's: the bytes of that version, or
    /// nil if nobody knows it any more.
    case changedSince(JSONObject, base: [UInt8]?)
    /// The file is gone.
    case removed
    /// The file cannot be read as a document; the text says where and why.
    case unreadable(String)
}

extension DocumentReader {
    /// The members of a document; nil if there is none, or none that can be read as one.
    public func readableMembers(at path: DocumentPath) throws(ReplicaError) -> JSONObject? {
        do {
            return try bytes(at: path).flatMap { try? JSONObject.parse($0) }
        } catch {
            guard error.code == .unreadableDocument else { throw error }
            return nil
        }
    }

    /// The places of all documents of a kind, in the order of their ids.
    public func paths(of kind: DocumentKind) throws(ReplicaError) -> [DocumentPath] {
        try paths(of: kind, idPrefix: "")
    }
}

extension Document {
    /// The document that stands at a place.
    ///
    /// - Throws: `ReplicaError.unreadableDocument` where the bytes are no document, or one that belongs elsewhere.
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

extension DocumentPath {
    /// Why a document with this id and of this kind does not belong here; nil if it does. Two files that claim one id
    /// would otherwise be one thing to people and two to the store.
    public func fault(id told: DocumentID, kind toldKind: DocumentKind) -> String? {
        if toldKind != kind { return "it says that it is a \(toldKind), and stands where a \(kind) belongs" }
        if let id, told != id { return "it says that its id is \(told), which its file's name does not say" }
        return nil
    }

    /// Whether members that were read here say, or leave open, that they belong here.
    public func owns(_ members: JSONObject) -> Bool {
        guard let id, let told = members["id"] else { return true }
        return told.stringValue == id.description
    }
}
