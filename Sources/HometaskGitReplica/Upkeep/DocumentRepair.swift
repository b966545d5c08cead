// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// Restores the last readable versions of documents that cannot be read.
struct DocumentRepair {
    static let hint: Hint = "\(.repair) restores the last readable version."

    let store: FamilyStore
    let branch: FamilyBranch
    let clock: @Sendable () -> Timestamp

    /// Restores the last readable versions of documents that HEAD contains in an unreadable form, with one commit whose
    /// message says so.
    ///
    /// Hand-edited files in the working tree are unchanged.
    ///
    /// - Returns: the restored documents; the others never were readable.
    func putBack(_ damaged: [DocumentPath]) throws -> Set<DocumentPath> {
        try store.checkHistory()
        return try Contention.retrying(or: Contention.familyChanged("during the repair")) {
            let base = try branch.sealed()
            guard let tip = base.tip else { return [] }
            let tree = try store.tree(of: tip)
            var versions: [DocumentPath: Document] = [:]
            for path in damaged where try isDamaged(path, in: tree) {
                versions[path] = try lastReadable(path, before: tip)
            }
            if versions.isEmpty { return [] }
            let commit = try commit(versions, tree: tree, on: tip)
            return try branch.publish(commit, on: base) ? Set(versions.keys) : nil
        }
    }

    /// Returns whether a document cannot be read, or is the family's document and missing.
    private func isDamaged(_ path: DocumentPath, in tree: ObjectID?) throws -> Bool {
        guard let stored = try store.storedDocument(at: path.text, in: tree) else { return path == .family }
        return stored.fault != nil
    }

    private func commit(
        _ versions: [DocumentPath: Document], tree: ObjectID?, on tip: ObjectID
    ) throws -> ObjectID {
        let paths = versions.keys.map(\.text).sorted()
        let what = paths.count == 1 ? paths[0] : "\(paths.count) documents"
        let places = paths.map { "- \($0)" }.joined(separator: "\n")
        let signature = Signature.hometask(at: clock().seconds)
        do {
            let room = try tree.map { try store.makingRoom(for: paths, in: $0) }
            return try store.writeCommit(
                tree: store.writeTree(room, versions.map { .content($0.key.text, $0.value.encoded()) }),
                parents: [tip], author: signature,
                message: """
                    hometask put back the last readable version of \(what)

                    What could not be read is in the commit before this one:
                    \(places)
                    """)
        } catch let error as GitError {
            throw error.replicaError(subject: "the repair")
        }
    }

    /// Returns the last meanings of a document on all lines of the history that lead to a commit, joined: two devices
    /// may have changed it independently before each of them damaged it.
    private func lastReadable(_ path: DocumentPath, before tip: ObjectID) throws -> Document? {
        var open = [tip]
        var known: Set<ObjectID> = [tip]
        var found: Document?
        while let id = open.popLast() {
            let commit: Commit
            do { commit = try store.repository.commits.read(id) } catch {
                throw error.replicaError(subject: "the history of \(path.text)")
            }
            if let document = try meaning(of: path, in: commit) {
                found = found.map { Self.join($0, document) } ?? document
            } else {
                open += commit.parents.filter { known.insert($0).inserted }
            }
        }
        return found
    }

    /// Returns the meaning of a document in a commit in which its file can be read; for a commit of another tool, the
    /// meaning in its seal.
    private func meaning(of path: DocumentPath, in commit: Commit) throws -> Document? {
        guard case .document = try store.storedDocument(at: path.text, in: commit.tree) else { return nil }
        let tree = try store.tree(of: branch.sealer.sealed(commit.id))
        guard case .document(let document) = try store.storedDocument(at: path.text, in: tree) else { return nil }
        return document
    }

    /// Joins two versions of a document. If two different documents, of two families, are at one path, the one with the
    /// greater id stays on every device.
    private static func join(_ one: Document, _ other: Document) -> Document {
        if one.id != other.id { return one.id < other.id ? other : one }
        return Document.join(one, other)
    }
}
