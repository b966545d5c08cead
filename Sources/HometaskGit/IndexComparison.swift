// SPDX-License-Identifier: Apache-2.0
import CLibgit2

extension Repository {
    /// The paths of files that git's index has otherwise than a tree: what was staged since.
    public func pathsStaged(since tree: ObjectID?) throws(GitError) -> [String] {
        guard let tree, tree != Self.emptyTree else { return unsafe try pathsStaged(sinceTree: nil) }
        var oid = tree.oid
        let loaded = try unsafe HometaskGit.handle("read tree", on: "\(tree)", freeing: git_tree_free) {
            unsafe git_tree_lookup($0, handle.pointer, &oid)
        }
        return unsafe try pathsStaged(sinceTree: loaded.pointer)
    }

    private func pathsStaged(sinceTree tree: OpaquePointer?) throws(GitError) -> [String] {
        let differences = unsafe try HometaskGit.handle("compare the index", freeing: git_diff_free) {
            unsafe git_diff_tree_to_index($0, handle.pointer, tree, nil, nil)
        }
        return unsafe Self.paths(in: differences.pointer)
    }

    private static func paths(in differences: OpaquePointer) -> [String] {
        var paths: [String] = []
        for index in unsafe 0..<git_diff_num_deltas(differences) {
            guard let delta = unsafe git_diff_get_delta(differences, index) else { continue }
            let file = unsafe delta.pointee.new_file.path ?? delta.pointee.old_file.path
            if let file = unsafe file { paths.append(unsafe String(cString: file)) }
        }
        return paths
    }
}
