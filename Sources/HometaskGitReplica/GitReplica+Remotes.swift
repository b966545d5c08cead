// SPDX-License-Identifier: Apache-2.0

import HometaskGit
public import HometaskReplica

extension GitReplica {
    /// The remotes, by name, with their URLs shown without passwords.
    public func remotes() throws -> [Remote] {
        do throws(GitError) {
            return try store.repository.remotes().map {
                Remote(
                    name: $0.name, url: RemoteURL.redacting($0.url), holdsPassword: RemoteURL.holdsSecret($0.url))
            }
        } catch {
            throw error.replicaError(subject: "the repository's settings")
        }
    }

    /// Adds, changes or (nil) removes a remote, with the refspec that plain `git fetch` needs.
    public func setRemote(_ name: String, url: String?) throws {
        try recovering { try configure(name, url) }
    }

    private func configure(_ name: String, _ url: String?) throws {
        let allowed = name.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
        }
        guard !name.isEmpty, allowed, !name.hasPrefix("-") else {
            throw ReplicaError(
                .invalidRequest, "‘\(name)’ cannot name a remote", hint: "Use letters, digits and dashes.")
        }
        if let url, url.isEmpty || url.hasPrefix("-") || url.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw ReplicaError(
                .invalidValue, "‘\(RemoteURL.redacting(url))’ is not the URL of a remote",
                hint: "Give a path, ssh://host/path, host:path or https://host/path.")
        }
        do {
            let before = try store.repository.configValue("remote.\(name).url")
            try store.repository.setConfigValue("remote.\(name).url", url)
            if before != url { try forgetTips(of: name) }
            try store.repository.setConfigValue(
                "remote.\(name).fetch", url.map { _ in "+refs/heads/*:refs/remotes/\(name)/*" })
            if url != nil { try setUpstream(name) } else { try forgetUpstream(name) }
        } catch let error as GitError {
            throw error.replicaError(subject: "the repository's settings")
        }
    }

    /// Removes the tracking references of a remote, which tell of what stood at another address.
    private func forgetTips(of remote: String) throws {
        for (name, tip) in try store.repository.references(under: "refs/remotes/\(remote)/") {
            _ = try store.repository.deleteReference(name, expecting: tip)
        }
    }

    /// Lets a plain `git pull` find the remote, and join what was changed apart; a choice made before stays.
    func setUpstream(_ remote: String) throws {
        // Where git is between branches, there is none to speak of.
        guard let branch = try? store.branch().name else { return }
        let section = "branch.\(Self.shortName(branch))"
        if try store.repository.configValue("\(section).remote") == nil {
            try store.repository.setConfigValue("\(section).remote", remote)
            try store.repository.setConfigValue("\(section).merge", branch)
        }
        // Without a choice of the kind git refuses to pull where both sides have commits.
        for key in ["pull.rebase", "pull.ff", "\(section).rebase"] {
            if try store.repository.configValue(key) != nil { return }
        }
        try store.repository.setConfigValue("\(section).rebase", "false")
    }

    private func forgetUpstream(_ remote: String) throws {
        guard let branch = try? store.branch().name else { return }
        let section = "branch.\(Self.shortName(branch))"
        guard try store.repository.configValue("\(section).remote") == remote else { return }
        for key in ["remote", "merge"] { try store.repository.setConfigValue("\(section).\(key)", nil) }
    }
}
