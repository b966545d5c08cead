// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// Decides about documents whose files a remote's commits remove.
///
/// Invariant: a document is deleted only by a write in it. hometask never makes a commit that removes a document's
/// file. If a commit with an intact trailer does, the file is restored; in another tool's commit it counts as a
/// deletion. Many such deletions at once need the user's answer.
struct RemovalPolicy {
    let store: FamilyStore
    let writer: TransactionWriter
    let answer: RemovalAnswer

    /// Returns the documents that a head removes from ours, except those in the trash.
    ///
    /// - Throws: `ReplicaError` (`heldBack`) if there are many, or if something else is in the place of their folder,
    ///   and there is no answer yet.
    func removals(by head: ObjectID, at remote: Remote) throws -> [DocumentPath] {
        guard let ours = try store.branch().tip else { return [] }
        let removed: RemovedDocuments
        do {
            removed = try RemovedDocuments(
                store, by: head, from: ours, isForeign: CommitSealer(store: store).isForeign(head))
        } catch is GitError {
            // A head that cannot be compared cannot be merged either, and the merge reports why.
            return []
        }
        let reader = GitReader(store, tree: try store.tree(of: ours), workTree: nil)
        // The family's own document never counts as removed: it is read from the history.
        let living = removed.paths.filter { $0 != .family }.filter { (try? reader.document(at: $0))?.isDeleted != true }
        guard answer == .ask, let first = living.first else { return living }
        let isMany = try living.count > 1 && living.count > Self.mostRemovals(in: reader)
        guard isMany || removed.replacedFolder != nil else { return living }
        throw Self.heldBack(living.count, first, folder: removed.replacedFolder, head: head, remote: remote)
    }

    private static func heldBack(
        _ count: Int, _ first: DocumentPath, folder: String?, head: ObjectID, remote: Remote
    ) -> ReplicaError {
        let documents = count == 1 ? "1 document" : "\(count) documents"
        let what = folder.map { "replace the folder ‘\($0)’ with something else, and so remove" } ?? "remove"
        return ReplicaError(
            .heldBack,
            "commits at the remote ‘\(remote.name)’ \(what) \(documents), such as \(first.text); they were not merged, "
                + "and nothing was sent there",
            hint: "'git log --stat \(head)' shows who did that. \(.syncKeepingRemoved) keeps the documents, "
                + "for everybody; \(.syncAcceptingRemovals) moves them to the trash.")
    }

    /// Applies the answer about removed documents, as a separate change.
    func settle(_ removed: Set<DocumentPath>) throws {
        guard answer != .ask, !removed.isEmpty else { return }
        _ = try writer.write(command: "sync") { transaction in
            var count = 0
            for path in removed.sorted(by: { $0.text < $1.text }) {
                guard let document = try transaction.readableDocument(at: path),
                    document.isDeleted == (answer == .restore)
                else { continue }
                try transaction.changeDocument(at: path) { document in
                    if answer == .accept {
                        document.delete(by: transaction.author)
                    } else {
                        document.restore(by: transaction.author)
                    }
                }
                count += 1
            }
            let deed = answer == .accept ? "deleted" : "brought back"
            if count > 0 {
                transaction.describe(
                    "\(deed) \(count) \(count == 1 ? "document" : "documents") that a remote had removed")
            }
        }
    }

    /// Returns the maximum number of files missing at once, unless confirmed: a tenth of those counted, from 1 to 20.
    static func mostRemovals(in reader: GitReader) throws -> Int {
        var count = 0
        for kind in DocumentKind.known where ![.family, .device, .view].contains(kind) {
            count += try reader.paths(of: kind).count
        }
        return min(20, max(1, count / 10))
    }
}
