// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskReplica

/// The documents of one commit's tree.
final class GitReader: DocumentReader, VersionReader {
    private let store: FamilyStore
    /// The tree; nil before the first commit.
    let tree: ObjectID?
    private let workTree: WorkTree?
    /// The commit in whose history the family's document is searched if the tree lacks it; nil for no search.
    private let commit: ObjectID?
    /// The hand edits that were read, by path, with the content that they were read from.
    private(set) var editsRead: [String: ObjectID?] = [:]
    /// The documents that were read or looked for; nil if that is not recorded.
    private(set) var reads: ReadPaths?

    /// - Parameters:
    ///   - workTree: where to find hand edits; nil to show only the tree.
    ///   - commit: the commit with this tree, if the family's document may come from its history.
    ///   - recordsReads: whether to record the documents that are read.
    init(
        _ store: FamilyStore, tree: ObjectID?, workTree: WorkTree?, commit: ObjectID? = nil, recordsReads: Bool = false
    ) {
        reads = recordsReads ? ReadPaths() : nil
        self.commit = commit
        self.store = store
        self.tree = tree
        self.workTree = workTree
    }

    /// The documents in the branch's current commit, without hand edits.
    convenience init(tipOf store: FamilyStore) throws {
        self.init(store, tree: try store.tree(of: store.branch().tip), workTree: nil)
    }

    var version: String { (tree ?? TreeStore.emptyTree).description }

    func paths(changedSince version: String) throws -> [DocumentPath]? {
        guard let old = ObjectID(hex: version) else { return nil }
        do throws(GitError) {
            return try store.repository.trees.changes(from: old, to: tree).compactMap { DocumentPath(text: $0.path) }
        } catch {
            if error.code == .notFound { return nil }
            throw error.replicaError(subject: "the newest commit")
        }
    }

    override func bytes(at path: DocumentPath) throws(ReplicaError) -> [UInt8]? {
        reads?.paths.insert(path)
        guard let tree else { return nil }
        return try ReplicaError.translating(subject: path.text) {
            let entry =
                path == .family ? try familyEntry(in: tree) : try store.repository.trees.entry(at: path.text, in: tree)
            guard let entry, entry.mode.isFile else { return nil }
            return try store.repository.readBlob(entry.id, limit: JSONLimits.document.bytes)
        }
    }

    override func forEachDocument(
        of kind: DocumentKind, _ body: (DocumentPath, UnsafeRawBufferPointer) throws(ReplicaError) -> Bool
    ) throws(ReplicaError) {
        for (path, id) in try entries(of: kind, idPrefix: "") {
            let goesOn = try withBlob(id, at: path, body: body)
            if !goesOn { return }
        }
    }

    override func paths(of kind: DocumentKind, idPrefix: String) throws(ReplicaError) -> [DocumentPath] {
        try entries(of: kind, idPrefix: idPrefix).map(\.path)
    }

    /// Returns the paths of documents of a kind at which there is a link, a folder or another repository.
    func replacedPaths(of kind: DocumentKind) throws -> [DocumentPath] {
        if kind == .family {
            let entry = try tree.flatMap { try store.repository.trees.entry(at: DocumentPath.family.text, in: $0) }
            return entry.map { $0.mode.isFile } == false ? [.family] : []
        }
        return try entries(of: kind, idPrefix: "", areFiles: false).map(\.path)
    }

    func familyFault() throws(ReplicaError) -> String? {
        guard tree != nil else { return nil }
        guard let bytes = try GitReader(store, tree: tree, workTree: nil).bytes(at: .family) else {
            return "family.json was removed by a commit and is read from the history"
        }
        let members = try? MemberScanner(selecting: ["deleted"]).members(of: bytes)
        return members?["deleted"] == nil ? nil : "family.json was removed, but its contents still apply"
    }

    func lastOrder(ofTasksCreatedAt time: Timestamp) throws(ReplicaError) -> String? {
        var next: ObjectID? = commit
        for _ in 0..<Self.mostRecentCommits {
            guard let id = next else { return nil }
            let recent = try ReplicaError.translating(subject: "the last commits") {
                try store.tasks(changedBy: id, notBefore: time)
            }
            guard let recent else { return nil }
            var last: ExactString?
            for path in recent.paths.prefix(Self.mostRecentTasks) {
                guard let task = try readableMembers(at: path).flatMap({ TaskRecord($0) }), task.createdAt == time,
                    ManualOrder.follows(task.order, fromCreationAt: time)
                else { continue }
                last = max(last ?? ExactString(task.order), ExactString(task.order))
            }
            if let last { return last.string }
            next = recent.parent
        }
        return nil
    }

    /// The maximum number of commits, and of tasks in one commit, that are searched for the most recently created task.
    private static let (mostRecentCommits, mostRecentTasks) = (64, 1000)

    override func handEdit(at path: DocumentPath) throws(ReplicaError) -> HandEdit? {
        reads?.paths.insert(path)
        guard let workTree else { return nil }
        return try ReplicaError.translating(subject: path.text) {
            guard let edit = try workTree.handEdit(at: path, tree: tree) else { return nil }
            editsRead.updateValue(try workTree.hash(of: path.text), forKey: path.text)
            return edit
        }
    }

    private func withBlob(
        _ id: ObjectID, at path: DocumentPath,
        body: (DocumentPath, UnsafeRawBufferPointer) throws(ReplicaError) -> Bool
    ) throws(ReplicaError) -> Bool {
        try ReplicaError.translating(subject: path.text) {
            do {
                return try store.repository.withBlob(id, limit: JSONLimits.document.bytes) { span in
                    try span.withUnsafeBytes { try body(path, $0) }
                }
            } catch let error as GitError where error.code == .tooLarge {
                return try body(path, UnsafeRawBufferPointer(start: nil, count: 0))
            }
        }
    }

    private func entries(
        of kind: DocumentKind, idPrefix: String, areFiles: Bool = true
    ) throws(ReplicaError) -> [(path: DocumentPath, id: ObjectID)] {
        reads?.kinds.insert(kind)
        let folder = DocumentPath.folder(of: kind)
        return try ReplicaError.translating(subject: folder.map { "the folder \($0.name)" } ?? "the family") {
            if kind == .family { return try familyEntry() }
            guard let tree, let folder else { return [] }
            guard let top = try store.repository.trees.entry(at: folder.name, in: tree), top.mode == .tree else {
                return []
            }
            let digits = idPrefix.lowercased().filter { $0 != "-" }
            guard folder.isSharded else {
                return try documents(in: top.id, folder.name, digits: digits, areFiles: areFiles)
            }
            return try store.repository.trees.entries(of: top.id)
                .filter { $0.mode == .tree && ($0.name.hasPrefix(digits.prefix(2)) || digits.isEmpty) }
                .flatMap { try documents(in: $0.id, "\(folder.name)/\($0.name)", digits: digits, areFiles: areFiles) }
        }
    }

    /// Returns the documents that are in the folders where they belong; a copy anywhere else is not a document.
    private func documents(
        in folder: ObjectID, _ folderPath: String, digits: String, areFiles: Bool
    ) throws -> [(path: DocumentPath, id: ObjectID)] {
        try store.repository.trees.entries(of: folder).compactMap { entry in
            guard entry.mode.isFile == areFiles, entry.name.hasSuffix(".json"),
                let id = DocumentID(String(entry.name.dropLast(5))), digits.isEmpty || id.hasPrefix(digits),
                let path = DocumentPath(text: "\(folderPath)/\(entry.name)")
            else { return nil }
            return (path: path, id: entry.id)
        }
    }

    private func familyEntry() throws -> [(path: DocumentPath, id: ObjectID)] {
        guard let tree, let entry = try familyEntry(in: tree), entry.mode.isFile else { return [] }
        return [(path: .family, id: entry.id)]
    }

    private func familyEntry(in tree: ObjectID) throws -> TreeEntry? {
        if let commit { return try store.familyEntry(at: commit) }
        return try store.repository.trees.entry(at: DocumentPath.family.text, in: tree)
    }
}
