// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// The documents of a family at one version.
///
/// A reader is passed to a closure and must not be used outside it, because the version is only retained for the
/// duration of the call. A store overrides the first four methods; the implementations in this class are those of a
/// family without documents. It is a class and not a protocol, because Embedded Swift cannot call methods of a protocol
/// extension without knowing the conforming type.
open class DocumentReader {
    /// Creates a reader without documents.
    public init() {}

    /// Returns the bytes of a document; nil if the document does not exist at this version.
    ///
    /// - Throws: `ReplicaError` if the store is damaged or the document is larger than a reader accepts.
    open func bytes(at path: DocumentPath) throws(ReplicaError) -> [UInt8]? { nil }

    /// Calls a closure with the bytes of every document of a kind, in the order of their ids. The bytes are valid only
    /// inside the closure; return false to stop. If a document is larger than a reader accepts, its bytes are empty.
    ///
    /// Nothing is decoded; a caller that needs only a few members can scan for them.
    open func forEachDocument(
        of kind: DocumentKind, _ body: (DocumentPath, UnsafeRawBufferPointer) throws(ReplicaError) -> Bool
    ) throws(ReplicaError) {}

    /// Calls a closure with every task, in the order of their ids, read from some of its members: nil if the document
    /// cannot be read. Return false to stop.
    ///
    /// Only the given members are decoded; all others count as absent. Stores that cache tasks override this method.
    open func forEachTask(
        selecting members: Set<ExactString>, _ body: (DocumentPath, TaskRecord?) throws(ReplicaError) -> Bool
    ) throws(ReplicaError) {
        let scanner = MemberScanner(selecting: members)
        try forEachDocument(of: .task) { (path, bytes) throws(ReplicaError) in
            try body(path, TaskRecord(scanning: bytes, at: path, with: scanner))
        }
    }

    /// Returns the paths of the documents of a kind whose ids begin with the given hexadecimal digits (dashes ignored),
    /// in the order of their ids.
    open func paths(of kind: DocumentKind, idPrefix: String) throws(ReplicaError) -> [DocumentPath] { [] }

    /// Returns the hand edit of the document's file that no command has recorded yet; nil if there is none, and always
    /// in a bare repository.
    open func handEdit(at path: DocumentPath) throws(ReplicaError) -> HandEdit? { nil }

    /// Decodes a document; nil if it does not exist at this version. Stores that cache decoded documents override this
    /// method.
    ///
    /// - Throws: `ReplicaError.unreadableDocument` if the bytes are not a document that this program can read.
    open func document(at path: DocumentPath) throws(ReplicaError) -> Document? {
        guard let bytes = try bytes(at: path) else { return nil }
        return try Document.reading(bytes, at: path)
    }
}

/// An edit made with a text editor in the working tree, not yet part of the family's history.
public enum HandEdit: Hashable, Sendable {
    /// The members of the file differ from those of the document.
    case changed(JSONObject)
    /// The file is an edit of a version that is older than the reader's: the bytes of that version, or nil if they are
    /// no longer known.
    case changedSince(JSONObject, base: [UInt8]?)
    /// The file is gone.
    case removed
    /// The file cannot be read as a document; the text says where and why.
    case unreadable(String)
}

extension DocumentReader {
    /// Returns the members of a document; nil if it does not exist or cannot be read.
    public func readableMembers(at path: DocumentPath) throws(ReplicaError) -> JSONObject? {
        do {
            return try bytes(at: path).flatMap { try? JSONObject.parse($0) }
        } catch {
            guard error.code == .unreadableDocument else { throw error }
            return nil
        }
    }

    /// Returns the paths of all documents of a kind, in the order of their ids.
    public func paths(of kind: DocumentKind) throws(ReplicaError) -> [DocumentPath] {
        try paths(of: kind, idPrefix: "")
    }
}
