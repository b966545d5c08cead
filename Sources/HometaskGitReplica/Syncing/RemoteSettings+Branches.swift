// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskReplica

/// The name that the family's branch has at each remote. It differs from the local name after the branch was renamed on
/// one side.
///
/// It is the branch's upstream, as 'git branch -u' sets it and 'git branch -m' moves it along. Git knows one upstream
/// of a branch; for further remotes the name is in a setting of hometask's own.
extension RemoteSettings {
    static func branchSetting(_ remote: String) -> String { "remote.\(remote).hometask-branch" }

    /// Returns the full name of the family's branch at a remote.
    func branch(at remote: String) throws -> String {
        let local = try store.branch().name
        return try upstream(of: local, at: remote) ?? value(Self.branchSetting(remote)) ?? local
    }

    /// Returns whether the current branch's name at a remote was ever set.
    func knowsBranch(at remote: String) throws -> Bool {
        try upstream(of: store.branch().name, at: remote) != nil || value(Self.branchSetting(remote)) != nil
    }

    /// Another local branch whose counterpart at a remote is a given branch; nil if there is none.
    func otherBranch(following branch: String, at remote: String) throws -> String? {
        let current = try store.branch().name
        return try store.repository.references.all(under: "refs/heads/").map(\.name).first { name in
            guard name != current else { return false }
            return try name == branch || upstream(of: name, at: remote) == branch
        }
    }

    /// Sets the remote's branch with which the current branch is exchanged.
    func follow(_ branch: String, at remote: String) throws {
        let local = try store.branch().name
        let section = "branch.\(BranchName.short(local))"
        do {
            if try isUpstream(remote, of: section) {
                try store.repository.configuration.set("\(section).remote", to: remote)
                try store.repository.configuration.set("\(section).merge", to: branch)
            } else {
                try store.repository.configuration.set(Self.branchSetting(remote), to: branch)
            }
        } catch let error as GitError {
            throw error.replicaError(subject: "the repository's settings")
        }
    }

    /// Returns the command that makes the current branch follow a branch of a remote.
    func followCommand(_ branch: String, at remote: String) throws -> String {
        let section = "branch.\(BranchName.short(try store.branch().name))"
        return try isUpstream(remote, of: section)
            ? "git branch -u \(remote)/\(BranchName.short(branch))"
            : "git config \(Self.branchSetting(remote)) \(branch)"
    }

    /// Returns whether the upstream of a branch is at a remote, or may be set to it because there is none.
    private func isUpstream(_ remote: String, of section: String) throws -> Bool {
        try value("\(section).remote").map { $0 == remote } ?? true
    }

    private func upstream(of branch: String, at remote: String) throws -> String? {
        let section = "branch.\(BranchName.short(branch))"
        guard try value("\(section).remote") == remote, let merge = try value("\(section).merge"),
            merge.hasPrefix("refs/heads/")
        else { return nil }
        return merge
    }

    private func value(_ key: String) throws -> String? {
        do {
            return try store.repository.configuration.value(of: key)
        } catch {
            throw error.replicaError(subject: "the repository's settings")
        }
    }
}
