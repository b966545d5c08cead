// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskGit
public import HometaskReplica

extension GitReplica {
    static var syncedName: String { "synced" }
    static var defaultRemote: String { "origin" }

    /// What the repository is like. Looks at every file's status and at every document's `conflicts`.
    public func status() throws -> ReplicaStatus {
        try recovering { try look() }
    }

    private func look() throws -> ReplicaStatus {
        let branch = try store.branch()
        let tree = try store.tree(of: branch.tip)
        let remote = try usualRemote()
        let (conflicted, unreadable) = try survey(GitReader(store, tree: tree, workTree: nil))
        return ReplicaStatus(
            branch: Self.shortName(branch.name), commit: branch.tip?.description,
            tree: tree?.description, remote: remote,
            distance: try distance(branch, remote), lastSync: try lastSync(),
            handEdited: try workTree?.editedPaths(head: tree) ?? [], conflicted: conflicted,
            forked: try rememberedForks().filter { conflicted.contains($0.path) },
            unreadable: unreadable, strays: try strays(in: tree))
    }

    /// How far the branch and the remote's are apart, as the remote says now.
    public func distanceNow(timeout: Int) async throws -> ReplicaStatus.Distance? {
        guard let (remote, branch) = try exchanged() else { return nil }
        var exchange = try RemoteExchange(
            remote, gitDirectory: store.gitDirectory, timeout: timeout, isLong: false,
            find: dependencies.findTransport, { _ in })
        try await exchange.fetch(branch, into: Self.trackingName(remote.name, branch))
        return try fetchedDistance(remote)
    }

    /// The usual remote and the branch that is exchanged with it; nil where there is none. Not inlined, as the calls of
    /// ``RemoteExchange`` are not.
    @inline(never)
    private func exchanged() throws -> (remote: Remote, branch: String)? {
        let branch = try store.branch()
        guard let remote = try usualRemote(), branch.tip != nil else { return nil }
        return (remote, branch.name)
    }

    @inline(never)
    private func fetchedDistance(_ remote: Remote) throws -> ReplicaStatus.Distance? {
        try recovering {
            try store.refresh()
            return try distance(store.branch(), remote)
        }
    }

    /// The files that somebody edited; none in a bare repository.
    public func handEditedPaths() throws -> [String] {
        try recovering { try workTree?.editedPaths(head: store.tree(of: store.branch().tip)) ?? [] }
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

    /// The documents with open conflicts, and those that cannot be read, with the reason.
    func survey(_ reader: GitReader) throws -> (conflicted: [DocumentPath], unreadable: [SkippedDocument]) {
        let scanner = MemberScanner(selecting: ["conflicts", "id", "kind"])
        var (conflicted, doubtful): ([DocumentPath], [DocumentPath]) = ([], [])
        for kind in DocumentKind.known {
            try reader.forEachDocument(of: kind) { path, bytes in
                let members = try? scanner.listed(of: bytes)
                if members?["conflicts"]?.objectValue?.isEmpty == false { conflicted.append(path) }
                if members.map(path.isNamed(by:)) != true { doubtful.append(path) }
                return true
            }
            doubtful += try reader.replacedPaths(of: kind)
        }
        let unreadable = try doubtful.compactMap { path in
            try damage(at: path, in: reader.tree).map { SkippedDocument(path: path.text, reason: $0) }
        }
        return (conflicted, unreadable)
    }
}
