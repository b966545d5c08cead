// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// Documents that are held in memory, without a history and without hand edits.
///
/// A program without a repository, such as one on a phone, reads its family through it; so do the tests, and plugins on
/// trial.
public final class MemoryReader: DocumentReader {
    /// The bytes of the documents by their places.
    public private(set) var documents: [DocumentPath: [UInt8]]
    /// The places of each kind in the order of their ids, as far as somebody asked for them since they changed.
    private var ordered: [DocumentKind: [DocumentPath]] = [:]

    /// A reader of documents; whether they are canonical, or documents at all, is not checked.
    public init(_ documents: [DocumentPath: [UInt8]] = [:]) {
        self.documents = documents
    }

    /// Stores bytes at a path; nil removes them.
    public func put(_ bytes: [UInt8]?, at path: DocumentPath) {
        documents[path] = bytes
        ordered[path.kind] = nil
    }

    /// Stores a document at its path. A document of a kind without a path is ignored.
    public func put(_ document: Document) {
        if let path = DocumentPath(kind: document.kind, id: document.id) { put(document.encoded(), at: path) }
    }

    /// Puts a document there that has some members beside its id and kind.
    public func put(_ kind: DocumentKind, _ id: DocumentID, _ members: JSONObject) {
        guard let path = DocumentPath(kind: kind, id: id) else { return }
        var members = members
        members["id"] = .string(id.description)
        members["kind"] = .string(kind.rawValue)
        put(members.canonicalBytes(), at: path)
    }

    // The overrides say that they throw although they do not: the call of one that does not, by way of the class above,
    // is lost in Embedded Swift (6.3, WebAssembly).

    /// The bytes at a path; nil if there are none.
    public override func bytes(at path: DocumentPath) throws(ReplicaError) -> [UInt8]? { documents[path] }

    /// Passes the bytes of every document of a kind, in the order of their ids.
    public override func forEachDocument(
        of kind: DocumentKind, _ body: (DocumentPath, UnsafeRawBufferPointer) throws(ReplicaError) -> Bool
    ) throws(ReplicaError) {
        for path in places(of: kind) {
            guard let bytes = documents[path] else { continue }
            let goesOn = try bytes.withUnsafeBufferPointer { (buffer) throws(ReplicaError) -> Bool in
                try body(path, UnsafeRawBufferPointer(buffer))
            }
            if !goesOn { return }
        }
    }

    /// The places of the documents of a kind whose ids begin so, in the order of their ids.
    public override func paths(of kind: DocumentKind, idPrefix: String) throws(ReplicaError) -> [DocumentPath] {
        let all = places(of: kind)
        return idPrefix.isEmpty ? all : all.filter { $0.id?.hasPrefix(idPrefix) == true }
    }

    private func places(of kind: DocumentKind) -> [DocumentPath] {
        if let known = ordered[kind] { return known }
        let paths = documents.keys.filter { $0.kind == kind }.sorted { $0.text < $1.text }
        ordered[kind] = paths
        return paths
    }
}
