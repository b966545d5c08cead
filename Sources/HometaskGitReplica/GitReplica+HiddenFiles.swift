// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit

extension GitReplica {
    /// What to say of documents that the family has and the folder does not, because something else stands in the place
    /// of their files. Where it is gone by now, a repair writes them.
    func hiddenFileFindings(_ repairs: Bool) throws -> [Finding] {
        if repairs, store.repository.state == .clean { try followHead() }
        guard let workTree, let tree = try store.tree(of: store.branch().tip) else { return [] }
        return try workTree.hiddenPaths(head: tree).sorted { $0.key < $1.key }.map { obstacle, paths in
            let such = paths.count == 1 ? paths[0] : "\(paths.count) documents, such as \(paths[0]),"
            let isItself = paths == [obstacle]
            let reason = isItself ? "something other than a file is there" : "‘\(obstacle)’ is in the way"
            return Finding(
                .problem, "working tree", "\(such) cannot be written to the folder: \(reason)",
                hint: "Nothing is lost, and the document is not deleted. Move ‘\(obstacle)’ to another place; "
                    + "\(.repair), or the next change, writes what is missing.")
        }
    }
}
