// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

/// The documents of one version in memory.
final class MemoryVersionReader: DocumentReader, VersionReader {
    let tree: DocumentTree
    private let commits: MemoryCommits
    /// The commit with these documents; nil if the version has no history.
    private let commit: String?
    /// The paths that were read or looked up.
    private(set) var reads = ReadPaths()

    init(_ tree: DocumentTree, of commit: String?, among commits: MemoryCommits) {
        self.tree = tree
        self.commit = commit
        self.commits = commits
    }

    var version: String { tree.name }

    /// Whether there is no commit with these documents.
    var hasNoHistory: Bool { commit == nil }

    func paths(changedSince version: String) -> [DocumentPath]? {
        commits.tree(named: version).map { tree.paths(changedSince: $0) }
    }

    /// Always nil: the family's own document cannot be removed.
    func familyFault() -> String? { nil }

    func lastOrder(ofTasksCreatedAt time: Timestamp) throws(ReplicaError) -> String? {
        var next = commits[commit]
        while let commit = next, commit.entry.time >= time {
            var last: ExactString?
            for path in commit.changed where path.kind == .task {
                guard let task = try readableMembers(at: path).flatMap({ TaskRecord($0) }), task.createdAt == time,
                    ManualOrder.follows(task.order, fromCreationAt: time)
                else { continue }
                last = max(last ?? ExactString(task.order), ExactString(task.order))
            }
            if let last { return last.string }
            next = commits[commit.entry.parents.first]
        }
        return nil
    }

    override func bytes(at path: DocumentPath) throws(ReplicaError) -> [UInt8]? {
        reads.paths.insert(path)
        return tree[path]
    }

    override func forEachDocument(
        of kind: DocumentKind, _ body: (DocumentPath, UnsafeRawBufferPointer) throws(ReplicaError) -> Bool
    ) throws(ReplicaError) {
        reads.kinds.insert(kind)
        for entry in tree.entries(of: kind) {
            let goesOn = try entry.bytes.withUnsafeBufferPointer { (bytes) throws(ReplicaError) -> Bool in
                try body(entry.path, UnsafeRawBufferPointer(bytes))
            }
            if !goesOn { return }
        }
    }

    override func paths(of kind: DocumentKind, idPrefix: String) throws(ReplicaError) -> [DocumentPath] {
        reads.kinds.insert(kind)
        let paths = tree.entries(of: kind).map(\.path)
        return idPrefix.isEmpty ? paths : paths.filter { $0.id?.hasPrefix(idPrefix) == true }
    }
}
