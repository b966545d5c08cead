// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskReplica

/// Records hand edits in the working tree, in a separate commit.
struct HandEditIntake {
    let store: FamilyStore
    let branch: FamilyBranch
    let workTree: WorkTree?
    let writer: TransactionWriter

    /// Records all edits; an unreadable edit stays in its file.
    ///
    /// - Parameter allowsManyRemovals: whether many simultaneously missing files count as deletions.
    func takeIn(allowsManyRemovals: Bool) throws -> HandEditReport {
        guard let workTree else { return HandEditReport(taken: [], skipped: [], missing: []) }
        let base = try branch.writable()
        let tree = try store.tree(of: base.tip)
        let reader = GitReader(store, tree: tree, workTree: workTree)
        var edits: [DocumentPath] = []
        var removals: [DocumentPath] = []
        var skipped: [SkippedDocument] = []
        for text in try workTree.editedPaths(head: tree) {
            guard let path = DocumentPath(text: text) else {
                skipped.append(SkippedDocument(path: text, reason: "no document belongs at this path"))
                continue
            }
            switch try workTree.handEdit(at: path, tree: tree) {
            case .changed, .changedSince: edits.append(path)
            case .removed: removals.append(path)
            case .unreadable(let reason): skipped.append(SkippedDocument(path: text, reason: reason))
            case nil: break
            }
        }
        var missing: [String] = []
        // A single removal is never too many; counting the documents, which lists all of them, is needed only for more.
        if !allowsManyRemovals, removals.count > 1, try removals.count > RemovalPolicy.mostRemovals(in: reader) {
            missing = removals.map(\.text)
            removals = []
        }
        let paths = edits + removals
        guard !paths.isEmpty else { return HandEditReport(taken: [], skipped: skipped, missing: missing) }
        do {
            let report = try writer.write(command: HandEditReport.command, separatesEdits: false) { transaction in
                try Self.takeIn(paths, transaction)
            }.result
            return HandEditReport(taken: report.taken, skipped: skipped + report.skipped, missing: missing)
        } catch let error as ReplicaError where error.code == .forbidden {
            // Edits that a plugin refuses stay in the files, like invalid ones.
            skipped += paths.map { SkippedDocument(path: $0.text, reason: error.message) }
            return HandEditReport(taken: [], skipped: skipped, missing: missing)
        }
    }

    /// Records valid hand edits; an edit that would make a document invalid stays in its file.
    private static func takeIn(
        _ paths: [DocumentPath], _ transaction: Transaction
    ) throws -> (taken: [DocumentPath], skipped: [SkippedDocument]) {
        var taken: [DocumentPath] = []
        var skipped: [SkippedDocument] = []
        for path in paths {
            do {
                try transaction.handEdits.takeIn(path)
                taken.append(path)
            } catch let error as ReplicaError where error.code == .invalidValue || error.code == .unreadableDocument {
                skipped.append(SkippedDocument(path: path.text, reason: error.message))
            }
        }
        return (taken: taken, skipped: skipped)
    }
}
