// SPDX-License-Identifier: Apache-2.0

import CProcess
import HometaskPlatform

/// A remote that is a folder on this machine, perhaps on a USB stick. Git starts the receiving side on this machine, so
/// hometask itself must make sure that the received data is on the disk before a push counts as done.
struct LocalHub {
    /// The git directory, or the folder that contains one.
    let path: String

    /// Nil if the address is not a folder on this machine.
    init?(address: String) {
        guard let path = RemoteURL.localPath(address), RemoteURL.exists(path) else { return nil }
        self.path = path
    }

    /// The lock files that may block operations there.
    var locks: RepositoryLocks { RepositoryLocks(at: path) }

    /// The git directory, with a trailing slash.
    var gitDirectory: String {
        let inside = path + "/.git"
        return (RemoteURL.exists(inside) ? inside : path) + "/"
    }

    /// The first unreadable file of the hub; nil if all are readable.
    var unreadableFile: GitError? { UnreadableFile.first(in: [gitDirectory]) }

    /// Adds the cause to a refusal if it is a disk failure that the hub's git did not report.
    func explained(_ result: PushResult) -> PushResult {
        guard case .rejected(.remoteRejected(let reason)) = result.outcome, let cause = diskFailure(behind: reason)
        else {
            return result
        }
        return PushResult(reference: result.reference, outcome: .rejected(.diskFailed(cause)))
    }

    /// Returns the disk failure that caused a refusal; nil if there was none. Git does not report why it could not create a
    /// folder or file, and reports a file that it could not read as damaged.
    private func diskFailure(behind reason: String) -> String? {
        let lines = reason.split(separator: "\n").map(String.init)
        let unmade = [
            "unable to create temporary object directory", "unable to migrate objects to permanent storage",
        ].first { lines.contains($0) }
        if let unmade, unsafe access(gitDirectory + "objects", W_OK) == 0 {
            return "\(unmade): the disk there may be full"
        }
        guard GitComplaint.tellsOfStore(lines) else { return nil }
        if let unreadableFile { return unreadableFile.description }
        guard StoreCheck.isSound(at: path) else { return nil }
        return lines.joined(separator: "; ") + "; " + Self.whole
    }

    /// The message when git falsely reports damage.
    static let whole = "the stored data is complete; it could not be read for a moment"

    /// The message when git falsely reports that there is no repository.
    static let readable = "it is a git repository; it could not be read for a moment"

    /// Whether the path contains a readable repository.
    var isRepository: Bool { (try? Repository.open(at: path)) != nil }

    /// The hub's branches; nil if they cannot be read.
    var listing: RemoteListing? {
        guard path.hasPrefix("/"), let hub = try? Repository.open(at: path),
            let branches = try? hub.references.all(under: "refs/heads/")
        else { return nil }
        let head: String? =
            switch try? hub.references.head() {
            case .branch(let name, _), .unborn(let name): name
            case .detached, nil: nil
            }
        return RemoteListing(
            head: head, references: branches.map { RemoteListing.Reference(name: $0.name, id: $0.id) })
    }

    /// Returns whether every reference that a fetch requests is at the same commit here and at the hub, so that there
    /// is nothing to fetch and git need not be started. False if that cannot be determined: git then reports why.
    func isInStep(with repository: Repository, _ refspecs: [Refspec]) -> Bool {
        guard path.hasPrefix("/"), missingPart == nil, let hub = try? Repository.open(at: path) else { return false }
        for refspec in refspecs {
            guard let names = refspec.single, let theirs = try? hub.references.target(of: names.there),
                (try? repository.references.target(of: names.here)) == theirs, hub.hasCommit(theirs)
            else { return false }
        }
        return true
    }

    /// Returns the command for `git push --receive-pack`, which flushes objects, packs and references: without
    /// flushing, a hub that loses power after a push has empty object files. The command also waits longer for other
    /// pushes than git does by default.
    func receivePack(_ git: InstalledGit) throws(TransportError) -> String {
        // git 2.36 introduced core.fsync; older versions can flush only objects.
        let flushing = try git.version() >= (2, 36) ? "core.fsync=all" : "core.fsyncObjectFiles=true"
        let settings =
            [flushing, "core.filesRefLockTimeout=2000", "core.packedRefsTimeout=2000"]
            + GitEnvironment.withoutAlternates(gitDirectory).map { "'\($0)'" }
        let quoted = git.executable.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        return "'\(quoted)' " + settings.map { "-c \($0) " }.joined() + "receive-pack"
    }

    /// Flushes the pushed data and its file names.
    ///
    /// ext4 and XFS write their journal in order: when the reference's folder is on the disk, so are the names of the
    /// objects that were created before. For other file systems this is not known, so the whole file system is flushed.
    func flush(_ reference: String) {
        let isOrdered =
            unsafe [0xEF53, 0x5846_5342].contains(hometask_file_system(path))
            && !RemoteURL.exists(gitDirectory + "reftable")
        guard isOrdered else { return flushFileSystem(of: path) }
        let name = gitDirectory + reference
        try? HometaskGit.flush(String(name[..<(name.lastIndex(of: "/") ?? name.endIndex)]))
    }
}
