// SPDX-License-Identifier: Apache-2.0

import CLibgit2

extension CommitStore {
    /// Merges two commits in this process, with the drivers registered by ``MergeDriverRegistration``.
    ///
    /// Renames are not detected: two similar documents are two documents, and no driver may receive them as one.
    ///
    /// - Parameter driver: the driver for files without a `merge` attribute. In a bare repository the library does not
    ///   read the attributes of the tree, so it is the driver for every file.
    public func mergeInProcess(
        _ ours: ObjectID, _ theirs: ObjectID, defaultDriver driver: String? = nil
    ) throws(GitError) -> CommitMerge {
        let one = try commitHandle(ours)
        let two = try commitHandle(theirs)
        var options = unsafe git_merge_options()
        try call("prepare", status: unsafe git_merge_options_init(&options, UInt32(GIT_MERGE_OPTIONS_VERSION)))
        unsafe options.flags = 0
        let pointer = unsafe repository.handle.pointer
        let index = unsafe try HometaskGit.handle("merge \(ours) with", on: "\(theirs)", freeing: git_index_free) {
            out in
            guard let driver else {
                return unsafe git_merge_commits(out, pointer, one.pointer, two.pointer, &options)
            }
            return unsafe driver.withCString { name in
                unsafe options.default_driver = name
                return unsafe git_merge_commits(out, pointer, one.pointer, two.pointer, &options)
            }
        }
        let paths = try conflicts(in: index)
        if !paths.isEmpty { return .conflicted(paths: paths) }
        var oid = git_oid()
        try call("write the merged tree", status: unsafe git_index_write_tree_to(&oid, index.pointer, pointer))
        return .merged(tree: ObjectID(oid))
    }

    private func conflicts(in index: borrowing Handle) throws(GitError) -> [String] {
        let count = unsafe git_index_entrycount(index.pointer)
        var paths: Set<String> = []
        for number in 0..<count {
            guard let entry = unsafe git_index_get_byindex(index.pointer, number),
                unsafe git_index_entry_stage(entry) > 0, let path = unsafe entry.pointee.path
            else { continue }
            unsafe paths.insert(String(cString: path))
        }
        return paths.sorted()
    }
}

/// The result of libgit2's own merge of two commits.
public enum CommitMerge: Hashable, Sendable {
    /// The merged tree. No commit is created, and nothing else changed.
    case merged(tree: ObjectID)
    /// The paths in conflict, in order.
    case conflicted(paths: [String])
}
