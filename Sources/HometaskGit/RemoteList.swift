// SPDX-License-Identifier: Apache-2.0
import CLibgit2

extension Repository {
    /// The remotes that the settings name, with their URLs as they stand there.
    public func remotes() throws(GitError) -> [(name: String, url: String)] {
        var names = unsafe git_strarray()
        try call("list the remotes", unsafe git_remote_list(&names, handle.pointer))
        defer { unsafe git_strarray_dispose(&names) }
        var found: [(name: String, url: String)] = []
        for index in unsafe 0..<names.count {
            guard let text = unsafe names.strings[index] else { continue }
            let name = unsafe String(cString: text)
            found.append((name: name, url: try configValue("remote.\(name).url") ?? ""))
        }
        return found
    }
}
