// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// Documents that cannot be read because a file, not the repository, is damaged.
///
/// Invariant: the bytes of such a document stay where they are, and no other operation stops because of them, until a
/// readable version is merged or restored; then they are in the history.
struct DocumentDamage {
    let store: FamilyStore

    /// Returns the paths at which two trees differ.
    func changedPaths(from old: ObjectID, to new: ObjectID) throws -> [String] {
        do {
            return try store.repository.trees.changes(from: old, to: new).compactMap { $0.new == nil ? nil : $0.path }
        } catch {
            throw error.replicaError(subject: "the received documents")
        }
    }

    /// Returns the documents at some paths that cannot be read in a tree.
    func find(at paths: [String], in tree: ObjectID) throws -> [SkippedDocument] {
        let scanner = MemberScanner(selecting: ["id", "kind"])
        let reader = GitReader(store, tree: tree, workTree: nil)
        return try paths.compactMap { text in
            guard let path = DocumentPath(text: text) else { return nil }
            return try reason(at: path, reader, scanner: scanner).map { SkippedDocument(path: text, reason: $0) }
        }
    }

    private func reason(at path: DocumentPath, _ reader: GitReader, scanner: MemberScanner) throws -> String? {
        let bytes: [UInt8]?
        do { bytes = try reader.bytes(at: path) } catch { bytes = nil }
        if let members = try? bytes.flatMap(scanner.members(of:)), path.isNamed(by: members) { return nil }
        return try reason(at: path, in: reader.tree)
    }

    /// Returns why a document cannot be read, worded to follow its path; nil if it can be read.
    func reason(at path: DocumentPath, in tree: ObjectID?) throws -> String? {
        try store.storedDocument(at: path.text, in: tree)?.fault.map { "cannot be read: \($0)" }
    }
}
