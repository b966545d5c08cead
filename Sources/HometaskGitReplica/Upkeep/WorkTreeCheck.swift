// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit

/// Finds the reasons why files do not show the branch: unrecorded edits and obstacles.
struct WorkTreeCheck {
    let store: FamilyStore
    let follower: WorkTreeFollower

    /// Returns the findings about unrecorded edits. An edit that cannot be read is never overwritten, even by a repair.
    func handEditFindings() throws -> [Finding] {
        guard let workTree = follower.workTree else { return [] }
        let tree = try store.tree(of: store.branch().tip)
        let paths = try workTree.editedPaths(head: tree)
        if paths.isEmpty { return [] }
        let edited = paths.compactMap { DocumentPath(text: $0) }
        let strays = try paths.filter { DocumentPath(text: $0) == nil }.map { path in
            let isShared = try tree.flatMap { try store.repository.trees.entry(at: path, in: $0) } != nil
            return Finding(
                .advice, "stray file",
                message: "\(path) is not a known document, so \(isShared ? "its change is" : "it is") not shared",
                hint: isShared
                    ? "Commit it with git, or restore it with 'git checkout -- \(path)'."
                    : "Move it to another place, or leave it: hometask does not touch it.")
        }
        var findings: [Finding] = []
        for path in edited {
            guard case .unreadable(let reason) = try workTree.handEdit(at: path, tree: tree) else { continue }
            findings.append(
                Finding(
                    .problem, "hand edit", message: "\(path.text) was edited here and cannot be read: \(reason)",
                    hint: "It was not changed. Correct it, or discard the edit with 'git checkout -- \(path.text)'."))
        }
        let waiting = edited.count - findings.count
        if waiting > 0 {
            findings.append(
                Finding(
                    .advice, "hand edits",
                    message: "\(waiting) edited \(waiting == 1 ? "file is" : "files are") not yet recorded",
                    hint: "\(.showStatus) records them."))
        }
        return strays + findings
    }

    /// Returns the findings about documents that the family has and the folder does not, because something else is in
    /// the place of their files. If it is gone by now, a repair writes the files.
    func hiddenFileFindings(repairs: Bool) throws -> [Finding] {
        if repairs, store.repository.state == .clean { try follower.followHead() }
        guard let workTree = follower.workTree, let tree = try store.tree(of: store.branch().tip) else { return [] }
        return try workTree.hiddenPaths(head: tree).sorted { $0.key < $1.key }.map { obstacle, paths in
            let such = paths.count == 1 ? paths[0] : "\(paths.count) documents, such as \(paths[0]),"
            let isItself = paths == [obstacle]
            let reason = isItself ? "something other than a file is there" : "‘\(obstacle)’ is in the way"
            return Finding(
                .problem, "working tree", message: "\(such) cannot be written to the folder: \(reason)",
                hint: "Nothing is lost, and the document is not deleted. Move ‘\(obstacle)’ to another place; "
                    + "\(.repair), or the next change, writes what is missing.")
        }
    }
}
