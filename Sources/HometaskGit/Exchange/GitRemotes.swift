// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import HometaskPlatform

/// The remotes in a repository's settings.
public struct GitRemotes {
    let repository: Repository

    /// Returns the remotes in the settings, with their URLs as written there.
    public func all() throws(GitError) -> [(name: String, url: String)] {
        var names = unsafe git_strarray()
        try call("list the remotes", status: unsafe git_remote_list(&names, repository.handle.pointer))
        defer { unsafe git_strarray_dispose(&names) }
        var found: [(name: String, url: String)] = []
        for index in unsafe 0..<names.count {
            guard let text = unsafe names.strings[index] else { continue }
            let name = unsafe String(cString: text)
            found.append((name: name, url: try repository.configuration.value(of: "remote.\(name).url") ?? ""))
        }
        return found
    }

    /// Returns whether a push to a remote goes to another address than a fetch, because of its `pushurl` or of
    /// `pushInsteadOf`.
    public func pushesElsewhere(_ name: String) throws(GitError) -> Bool {
        let remote = unsafe try HometaskGit.handle("look up the remote", on: name, freeing: git_remote_free) {
            unsafe git_remote_lookup($0, repository.handle.pointer, name)
        }
        guard let push = unsafe git_remote_pushurl(remote.pointer) else { return false }
        guard let fetch = unsafe git_remote_url(remote.pointer) else { return true }
        return unsafe strcmp(push, fetch) != 0
    }

    /// Returns the address for a push to a remote; nil if there is no such remote.
    func pushAddress(of name: String) -> String? {
        unsafe address(of: name) { unsafe git_remote_pushurl($0) ?? git_remote_url($0) }
    }

    /// Returns the address for a fetch from a remote; nil if there is no such remote.
    func fetchAddress(of name: String) -> String? {
        unsafe address(of: name) { unsafe git_remote_url($0) }
    }

    private func address(of name: String, _ read: (OpaquePointer) -> UnsafePointer<CChar>?) -> String? {
        let found = try? unsafe HometaskGit.handle("look up the remote", on: name, freeing: git_remote_free) {
            unsafe git_remote_lookup($0, repository.handle.pointer, name)
        }
        guard let remote = found else { return nil }
        return unsafe read(remote.pointer).map { unsafe String(cString: $0) }
    }
}
