// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskReplica

/// Reads the state of the repository: unsynced changes, and problems that need attention.
struct StatusReader {
    private static let syncedName = "synced"

    let store: FamilyStore
    let workTree: WorkTree?

    private var remotes: RemoteSettings { RemoteSettings(store: store) }

    /// Reads every file's status and every document's `conflicts`.
    func status() throws -> ReplicaStatus {
        let branch = try store.branch()
        let tree = try store.tree(of: branch.tip)
        let remote = try remotes.usual()
        let (conflicted, unreadable) = try problemDocuments(GitReader(store, tree: tree, workTree: nil))
        return ReplicaStatus(
            branch: BranchName.short(branch.name), commit: branch.tip?.description,
            tree: tree?.description, remote: remote,
            distance: try distance(branch, remote), lastSync: try lastSync(),
            handEdited: try workTree?.editedPaths(head: tree) ?? [], conflicted: conflicted,
            forked: try ForkLog(local: store.local).read().filter { conflicted.contains($0.path) },
            unreadable: unreadable, strays: try MisplacedDocuments(store: store).list(in: tree),
            otherBranches: try remotes.all().flatMap { try FamilyBranches(store: store).others(at: $0) })
    }

    /// Returns the files edited by hand; none in a bare repository.
    func handEditedPaths() throws -> [String] {
        try workTree?.editedPaths(head: store.tree(of: store.branch().tip)) ?? []
    }

    /// Returns the default remote and the name of the branch that is exchanged with it; nil if there is none. Not
    /// inlined, for the reason given for ``RemoteExchange``.
    func exchanged() throws -> (remote: Remote, branch: String)? {
        guard let remote = try remotes.usual(), try store.branch().tip != nil else { return nil }
        return (remote, try remotes.branch(at: remote.name))
    }

    func fetchedDistance(_ remote: Remote) throws -> ReplicaStatus.Distance? {
        try store.refresh()
        return try distance(store.branch(), remote)
    }

    private func distance(
        _ branch: (name: String, tip: ObjectID?), _ remote: Remote?
    ) throws -> ReplicaStatus.Distance? {
        guard let remote, let tip = branch.tip,
            let theirs = try store.repository.references.target(
                of: BranchName.tracking(remote.name, remotes.branch(at: remote.name)))
        else { return nil }
        let (ahead, behind) = try store.repository.commits.aheadBehind(tip, theirs)
        return ReplicaStatus.Distance(ahead: ahead, behind: behind)
    }

    /// Returns the time of the last successful sync with a remote here.
    func lastSync() throws -> Timestamp? {
        try store.local.read(Self.syncedName).flatMap { bytes in
            Timestamp(rfc3339: String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self))
        }
    }

    /// Records that a sync with a remote succeeded.
    func noteSync(at time: Timestamp) throws {
        try store.local.replaceFile(Self.syncedName, Array("\(time.rfc3339)\n".utf8))
    }

    /// Returns the documents with open conflicts, and those that cannot be read, with the reason.
    func problemDocuments(_ reader: GitReader) throws -> (conflicted: [DocumentPath], unreadable: [SkippedDocument]) {
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
            try DocumentDamage(store: store).reason(at: path, in: reader.tree).map {
                SkippedDocument(path: path.text, reason: $0)
            }
        }
        return (conflicted, unreadable)
    }
}
