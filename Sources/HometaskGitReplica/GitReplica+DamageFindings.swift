// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit

extension GitReplica {
    /// What to say of documents that HEAD holds unreadable, and of those that were put back.
    func damageFindings(_ damaged: [DocumentPath], in tree: ObjectID?, _ repairs: Bool) throws -> [Finding] {
        let isSettled = store.repository.state == .clean
        var mendable: [DocumentPath] = []
        for path in damaged where try damage(at: path, in: tree) != nil { mendable.append(path) }
        let mended = repairs && isSettled && !mendable.isEmpty ? try putBack(mendable) : []
        return try damaged.compactMap { path -> Finding? in
            switch try store.storedDocument(at: path.text, in: tree) {
            case .newer(let error):
                Finding(.problem, "document", "\(path.text) cannot be read: \(error)")
            case .unreadable(let fault):
                mended.contains(path)
                    ? Self.mended(path, fault) : Self.damaged(path, fault, wasTried: repairs && isSettled)
            case .document, nil: nil
            }
        }
    }

    private static func mended(_ path: DocumentPath, _ fault: String) -> Finding {
        Finding(
            .mended, "document",
            "\(path.text) could not be read (\(fault)): its last readable version was restored",
            hint: "The damaged version is in the history: 'git log -p -- \(path.text)'.")
    }

    private static func damaged(_ path: DocumentPath, _ fault: String, wasTried: Bool) -> Finding {
        Finding(
            .problem, "document", "\(path.text) cannot be read: \(fault)",
            hint: wasTried
                ? "No version of it can be read, so none was restored; 'git log -p -- \(path.text)' shows them."
                : repairHint)
    }

    /// What was typed and waits: an edit that cannot be read is never overwritten, whatever else is mended.
    func handEditFindings() throws -> [Finding] {
        let paths = try handEditedPaths()
        guard let workTree, !paths.isEmpty else { return [] }
        let tree = try store.tree(of: store.branch().tip)
        let edited = paths.compactMap { DocumentPath(text: $0) }
        let strays = try paths.filter { DocumentPath(text: $0) == nil }.map { path in
            let isShared = try tree.flatMap { try store.repository.entry(at: path, in: $0) } != nil
            return Finding(
                .advice, "stray file",
                "\(path) is not a known document, so \(isShared ? "its change is" : "it is") not shared",
                hint: isShared
                    ? "Commit it with git, or restore it with 'git checkout -- \(path)'."
                    : "Move it to another place, or leave it: hometask does not touch it.")
        }
        var findings: [Finding] = []
        for path in edited {
            guard case .unreadable(let reason) = try workTree.handEdit(at: path, tree: tree) else { continue }
            findings.append(
                Finding(
                    .problem, "hand edit", "\(path.text) was edited here and cannot be read: \(reason)",
                    hint: "It was not changed. Correct it, or discard the edit with 'git checkout -- \(path.text)'."))
        }
        let waiting = edited.count - findings.count
        if waiting > 0 {
            findings.append(
                Finding(
                    .advice, "hand edits",
                    "\(waiting) edited \(waiting == 1 ? "file is" : "files are") not yet recorded",
                    hint: "\(.showStatus) records them."))
        }
        return strays + findings
    }
}
