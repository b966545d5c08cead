// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// Documents in memory, without a history and without hand edits.
///
/// For programs without a repository, such as the one on phones, and for tests and trial runs of plugins.
public final class MemoryReader: DocumentReader {
    /// The bytes of the documents by path.
    public private(set) var documents: [DocumentPath: [UInt8]]
    /// The paths of each kind in the order of their ids, for the kinds that were requested.
    private var ordered: [DocumentKind: [DocumentPath]] = [:]
    /// The cached tasks, and the members that they were read from, so that the next list reads only changed tasks.
    private var read: (members: Set<ExactString>, tasks: [DocumentPath: TaskRecord]) = ([], [:])

    /// Creates a reader for the given bytes, which are not validated.
    public init(_ documents: [DocumentPath: [UInt8]] = [:]) {
        self.documents = documents
    }

    /// Stores bytes at a path; nil removes them.
    public func putFile(_ bytes: [UInt8]?, at path: DocumentPath) {
        let isHere = documents[path] != nil
        documents[path] = bytes
        if path.kind == .task { read.tasks[path] = nil }
        if isHere != (bytes != nil) { ordered[path.kind] = nil }
    }

    /// Stores a document at its path. A document of a kind without a path is ignored.
    public func putDocument(_ document: Document) {
        if let path = DocumentPath(kind: document.kind, id: document.id) { putFile(document.encoded(), at: path) }
    }

    /// Stores a document with some members in addition to its id and kind.
    public func putMembers(_ kind: DocumentKind, _ id: DocumentID, members: JSONObject) {
        guard let path = DocumentPath(kind: kind, id: id) else { return }
        var members = members
        members["id"] = .string(id.description)
        members["kind"] = .string(kind.rawValue)
        putFile(members.canonicalBytes(), at: path)
    }

    // The overrides are declared as throwing although they do not throw: in Embedded Swift (6.3, WebAssembly), a call
    // of a non-throwing override through the superclass is lost.

    /// Returns the bytes at a path; nil if there are none.
    public override func bytes(at path: DocumentPath) throws(ReplicaError) -> [UInt8]? { documents[path] }

    /// Calls a closure with the bytes of every document of a kind, in the order of their ids.
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

    /// Calls a closure with every task, in the order of their ids, read from some of its members. Tasks read before
    /// from the same members are cached until they change.
    public override func forEachTask(
        selecting members: Set<ExactString>, _ body: (DocumentPath, TaskRecord?) throws(ReplicaError) -> Bool
    ) throws(ReplicaError) {
        if read.members != members { read = (members, [:]) }
        let scanner = MemberScanner(selecting: members)
        for path in places(of: .task) {
            if try !body(path, task(at: path, with: scanner)) { return }
        }
    }

    private func task(at path: DocumentPath, with scanner: MemberScanner) -> TaskRecord? {
        if let known = read.tasks[path] { return known }
        let task = documents[path]?.withUnsafeBytes { TaskRecord(scanning: $0, at: path, with: scanner) }
        read.tasks[path] = task ?? nil
        return task ?? nil
    }

    /// Returns the paths of the documents of a kind whose ids begin with the given digits, in the order of their ids.
    public override func paths(of kind: DocumentKind, idPrefix: String) throws(ReplicaError) -> [DocumentPath] {
        let all = places(of: kind)
        return idPrefix.isEmpty ? all : all.filter { $0.id?.hasPrefix(idPrefix) == true }
    }

    private func places(of kind: DocumentKind) -> [DocumentPath] {
        if let known = ordered[kind] { return known }
        let paths = documents.keys.filter { $0.kind == kind }.sorted { first, second in
            guard let first = first.id, let second = second.id else { return false }
            return first < second
        }
        ordered[kind] = paths
        return paths
    }
}
