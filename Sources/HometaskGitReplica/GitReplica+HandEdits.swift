// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
public import HometaskReplica

extension GitReplica {
    /// Takes in all edits that people made in the working tree with an editor, as one commit of their own.
    public func takeInHandEdits(allowsManyRemovals: Bool) throws -> HandEditReport {
        try recovering { try takeIn(allowsManyRemovals: allowsManyRemovals) }
    }

    private func takeIn(allowsManyRemovals: Bool) throws -> HandEditReport {
        guard let workTree else { return HandEditReport(taken: [], skipped: [], missing: []) }
        let branch = try writableBranch()
        let tree = try store.tree(of: branch.tip)
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
        // One is never too many: that the documents are counted only for more saves looking at all of them.
        if !allowsManyRemovals, removals.count > 1, try removals.count > Self.removalLimit(reader) {
            missing = removals.map(\.text)
            removals = []
        }
        let paths = edits + removals
        guard !paths.isEmpty else { return HandEditReport(taken: [], skipped: skipped, missing: missing) }
        do {
            let report = try write(command: Self.handEditCommand, separatesEdits: false) { try Self.takeIn(paths, $0) }
                .result
            return HandEditReport(taken: report.taken, skipped: skipped + report.skipped, missing: missing)
        } catch let error as ReplicaError where error.code == .forbidden {
            // What a plugin refuses stays in the files, as what is not valid does.
            skipped += paths.map { SkippedDocument(path: $0.text, reason: error.message) }
            return HandEditReport(taken: [], skipped: skipped, missing: missing)
        }
    }

    /// Takes in what can be taken in; an edit that would make a document invalid stays in its file.
    private static func takeIn(
        _ paths: [DocumentPath], _ transaction: Transaction
    ) throws -> (taken: [DocumentPath], skipped: [SkippedDocument]) {
        var taken: [DocumentPath] = []
        var skipped: [SkippedDocument] = []
        for path in paths {
            do {
                try transaction.takeIn(path)
                taken.append(path)
            } catch let error as ReplicaError where error.code == .invalidValue || error.code == .unreadableDocument {
                skipped.append(SkippedDocument(path: path.text, reason: error.message))
            }
        }
        return (taken: taken, skipped: skipped)
    }

    /// How many files may be missing at once before it looks like an accident: 20, or a tenth of all.
    static func removalLimit(_ reader: GitReader) throws -> Int {
        var count = 0
        for kind in DocumentKind.known where ![.family, .device, .view].contains(kind) {
            count += try reader.paths(of: kind).count
        }
        return min(20, max(1, count / 10))
    }
}
