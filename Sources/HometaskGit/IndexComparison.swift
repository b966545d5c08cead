// SPDX-License-Identifier: Apache-2.0
import CLibgit2

extension Repository {
    /// The paths of files in the working tree that are not as git's index has them: changed, missing, or new and not
    /// ignored. A file whose status is the one the index noted is not opened.
    public func pathsDifferingFromIndex() throws(GitError) -> [String] {
        var options = unsafe git_diff_options()
        try call("prepare", unsafe git_diff_options_init(&options, UInt32(GIT_DIFF_OPTIONS_VERSION)))
        unsafe options.flags =
            GIT_DIFF_INCLUDE_UNTRACKED.rawValue | GIT_DIFF_RECURSE_UNTRACKED_DIRS.rawValue
            | GIT_DIFF_IGNORE_SUBMODULES.rawValue
        let differences = unsafe try HometaskGit.handle("compare the working tree", freeing: git_diff_free) {
            unsafe git_diff_index_to_workdir($0, handle.pointer, nil, &options)
        }
        var paths: [String] = []
        for index in unsafe 0..<git_diff_num_deltas(differences.pointer) {
            guard let delta = unsafe git_diff_get_delta(differences.pointer, index) else { continue }
            let file = unsafe delta.pointee.new_file.path ?? delta.pointee.old_file.path
            if let file = unsafe file { paths.append(unsafe String(cString: file)) }
        }
        return paths
    }
}
