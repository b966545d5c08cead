// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskGit
public import HometaskReplica

extension GitReplica {
    static var syncedName: String { "synced" }
    static var defaultRemote: String { "origin" }

    /// What the repository is like. Looks at every file's status and at every document's `conflicts`.
    public func status() throws -> ReplicaStatus {
        let branch = try store.branch()
        let tree = try store.tree(of: branch.tip)
        let remote = try remotes().first { $0.name == Self.defaultRemote } ?? remotes().first
        let conflicted = try conflictedPaths(GitReader(store, tree: tree, workTree: nil))
        return ReplicaStatus(
            branch: Self.shortName(branch.name), commit: branch.tip?.description,
            tree: tree?.description, remote: remote,
            distance: try distance(branch, remote), lastSync: try lastSync(),
            handEdited: try workTree?.editedPaths(head: tree) ?? [], conflicted: conflicted)
    }

    /// The files that somebody edited; none in a bare repository.
    public func handEditedPaths() throws -> [String] {
        try workTree?.editedPaths(head: store.tree(of: store.branch().tip)) ?? []
    }

    static func shortName(_ reference: String) -> String {
        reference.hasPrefix("refs/heads/") ? String(reference.dropFirst("refs/heads/".count)) : reference
    }

    /// The place where the remote's branch is remembered.
    static func trackingName(_ remote: String, _ branch: String) -> String {
        "refs/remotes/\(remote)/\(shortName(branch))"
    }

    private func distance(
        _ branch: (name: String, tip: ObjectID?), _ remote: Remote?
    ) throws -> ReplicaStatus.Distance? {
        guard let remote, let tip = branch.tip,
            let theirs = try store.repository.reference(Self.trackingName(remote.name, branch.name))
        else { return nil }
        let (ahead, behind) = try store.repository.aheadBehind(tip, theirs)
        return ReplicaStatus.Distance(ahead: ahead, behind: behind)
    }

    /// When a sync with a remote last succeeded here.
    public func lastSync() throws -> Timestamp? {
        try local.read(Self.syncedName).flatMap { bytes in
            Timestamp(rfc3339: String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self))
        }
    }

    func conflictedPaths(_ reader: GitReader) throws -> [DocumentPath] {
        let scanner = MemberScanner(selecting: ["conflicts"])
        var found: [DocumentPath] = []
        for kind in [DocumentKind.family, .member, .category, .task, .pin, .note, .photo, .view, .device] {
            try reader.forEachDocument(of: kind) { path, bytes in
                let members = try? scanner.members(of: bytes)
                if members?["conflicts"]?.objectValue?.isEmpty == false { found.append(path) }
                return true
            }
        }
        return found
    }

    /// The remotes, by name, with their URLs shown without passwords.
    public func remotes() throws -> [Remote] {
        do throws(GitError) {
            return try store.repository.remotes().map { Remote(name: $0.name, url: RemoteURL.redacting($0.url)) }
        } catch {
            throw error.replicaError(subject: "the repository's settings")
        }
    }

    /// Adds, changes or (nil) removes a remote, with the refspec that plain `git fetch` needs.
    public func setRemote(_ name: String, url: String?) throws {
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
            try store.repository.setConfigValue("remote.\(name).url", url)
            try store.repository.setConfigValue(
                "remote.\(name).fetch", url.map { _ in "+refs/heads/*:refs/remotes/\(name)/*" })
        } catch {
            throw error.replicaError(subject: "the repository's settings")
        }
    }
}
