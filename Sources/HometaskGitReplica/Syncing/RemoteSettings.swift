// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskReplica

/// The remotes in the repository's settings, and how each accepts photos.
struct RemoteSettings {
    let store: FamilyStore

    /// Returns the remotes, by name, with their URLs shown without passwords.
    func all() throws -> [Remote] {
        do throws(GitError) {
            return try store.repository.remotes.all().map {
                Remote(
                    name: $0.name, url: RemoteURL.redacting($0.url), holdsPassword: RemoteURL.holdsSecret($0.url))
            }
        } catch {
            throw error.replicaError(subject: "the repository's settings")
        }
    }

    /// Returns the default remote: ‘origin’, otherwise the first by name; nil if there is none.
    func usual() throws -> Remote? {
        Remote.usual(of: try all())
    }

    /// Returns the remotes with the given names, each once; the default one if no names are given.
    ///
    /// - Throws: `ReplicaError`: `notFound` for a name without a remote, `notConfigured` if there is no remote.
    func named(_ names: [String]) throws -> [Remote] {
        try Remote.named(names, among: all())
    }

    /// Adds, changes or (nil) removes a remote, with the refspec that plain `git fetch` needs.
    func set(_ name: String, url: String?) throws {
        try Remote.checkName(name)
        if let url, url.isEmpty || url.hasPrefix("-") || url.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw ReplicaError(
                .invalidValue, "‘\(RemoteURL.redacting(url))’ is not the URL of a remote",
                hint: "Give a path, ssh://host/path, host:path or https://host/path.")
        }
        do {
            let before = try store.repository.configuration.value(of: "remote.\(name).url")
            try store.repository.configuration.set("remote.\(name).url", to: url)
            if before != url { try forgetTips(of: name) }
            try store.repository.configuration.set(
                "remote.\(name).fetch", to: url.map { _ in "+refs/heads/*:refs/remotes/\(name)/*" })
            if url != nil {
                try setUpstream(name)
            } else {
                try forgetUpstream(name)
                try store.repository.configuration.set(Self.branchSetting(name), to: nil)
            }
            try store.repository.configuration.flushToDisk()
        } catch let error as GitError {
            throw error.replicaError(subject: "the repository's settings")
        }
    }

    /// Removes the records about a remote's branches and photos, because they belong to the earlier address.
    private func forgetTips(of remote: String) throws {
        let places = [BranchName.trackingFolder(remote), PhotoReferences.noted(at: remote)]
        for (name, tip) in try places.flatMap({ try store.repository.references.all(under: $0) }) {
            _ = try store.repository.references.delete(name, expecting: tip)
        }
        try setPhotoPlace(at: remote, to: nil)
    }

    /// Lets a plain `git pull` find the remote, and merge independent changes; an earlier choice of the user's stays.
    func setUpstream(_ remote: String) throws {
        // Without a current branch there is nothing to configure.
        guard let branch = try? store.branch().name else { return }
        let section = "branch.\(BranchName.short(branch))"
        if try store.repository.configuration.value(of: "\(section).remote") == nil {
            try store.repository.configuration.set("\(section).remote", to: remote)
            try store.repository.configuration.set("\(section).merge", to: branch)
        }
        // Without such a choice, git refuses to pull if both sides have commits.
        for key in ["pull.rebase", "pull.ff", "\(section).rebase"] {
            if try store.repository.configuration.value(of: key) != nil { return }
        }
        try store.repository.configuration.set("\(section).rebase", to: "false")
    }

    private func forgetUpstream(_ remote: String) throws {
        guard let branch = try? store.branch().name else { return }
        let section = "branch.\(BranchName.short(branch))"
        guard try store.repository.configuration.value(of: "\(section).remote") == remote else { return }
        for key in ["remote", "merge"] { try store.repository.configuration.set("\(section).\(key)", to: nil) }
    }

    private static func placeSetting(_ remote: String) -> String { "remote.\(remote).hometask-photos" }

    /// Returns the place where a remote accepts references of photos.
    func photoPlace(at remote: String) throws -> PhotoPlace {
        try store.repository.configuration.value(of: Self.placeSetting(remote)).flatMap { PhotoPlace(rawValue: $0) }
            ?? .references
    }

    /// Records where a remote accepts references of photos; nil removes the record.
    func setPhotoPlace(at remote: String, to place: PhotoPlace?) throws {
        let key = Self.placeSetting(remote)
        guard try store.repository.configuration.value(of: key) != place?.rawValue else { return }
        try store.repository.configuration.set(key, to: place?.rawValue)
        try store.repository.configuration.flushToDisk()
    }
}
