// SPDX-License-Identifier: Apache-2.0
import CProcess
import Glibc

/// A remote that is a folder of this machine, perhaps on a stick: git starts the side that receives here, so it is for
/// us to say that what it takes is on the disk before a push counts as done.
struct LocalHub {
    /// The git directory, or the folder that has one in it.
    let path: String

    /// Nil if an address names no folder of this machine.
    init?(address: String) {
        guard let path = RemoteURL.localPath(address), RemoteURL.exists(path) else { return nil }
        self.path = path
    }

    /// The lock files that may stand in the way there.
    var locks: RepositoryLocks { RepositoryLocks(at: path) }

    /// The git directory, with a slash at its end.
    private var gitDirectory: String {
        let inside = path + "/.git"
        return (RemoteURL.exists(inside) ? inside : path) + "/"
    }

    /// The first file there that cannot be read; nil if all can.
    var unreadableFile: GitError? { UnreadableFile.first(in: [gitDirectory]) }

    /// A refusal with its cause, where that is the disk and git there did not say so.
    func explained(_ result: PushResult) -> PushResult {
        guard case .rejected(.remoteRejected(let reason)) = result.outcome, let cause = diskFailure(behind: reason)
        else {
            return result
        }
        return PushResult(reference: result.reference, outcome: .rejected(.diskFailed(cause)))
    }

    /// Of a folder or file that it could not make, git does not tell why, and of a file that it could not read it tells
    /// as of one that is damaged.
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

    /// What is said where git tells of damage, and there is none.
    static let whole = "the stored data is complete; it could not be read for a moment"

    /// What is said where git tells that no repository is there, and one is.
    static let readable = "it is a git repository; it could not be read for a moment"

    /// Whether a repository is there that can be read.
    var isRepository: Bool { (try? Repository.open(at: path)) != nil }

    /// Whether all that a fetch asks for stands here already where it stands there, so that nothing is to be brought,
    /// and no git need be started to say so. False if that cannot be told: git says why then.
    func isInStep(with repository: borrowing Repository, _ refspecs: [Refspec]) -> Bool {
        guard path.hasPrefix("/"), let hub = try? Repository.open(at: path) else { return false }
        for refspec in refspecs {
            guard let names = refspec.single, let theirs = try? hub.reference(names.there),
                (try? repository.reference(names.here)) == theirs
            else { return false }
        }
        return true
    }

    /// What `git push --receive-pack` runs, so that objects, packs and references are flushed; without it a hub that
    /// lost its power after a push has empty files for objects. Waits longer for other pushers than git does by itself.
    static func receivePack(_ git: InstalledGit) throws(TransportError) -> String {
        // git 2.36 has core.fsync; those before know objects alone.
        let flushing = try git.version() >= (2, 36) ? "core.fsync=all" : "core.fsyncObjectFiles=true"
        let settings = [flushing, "core.filesRefLockTimeout=2000", "core.packedRefsTimeout=2000"]
        let quoted = git.executable.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        return "'\(quoted)' " + settings.map { "-c \($0) " }.joined() + "receive-pack"
    }

    /// Waits until what was pushed is on the disk with its names.
    ///
    /// ext4 and XFS write their journal in order: when the reference's folder is on the disk, so are the names of the
    /// objects that were made before. Of others nothing of the kind is known, and the whole file system is flushed.
    func flush(_ reference: String) {
        let isOrdered = unsafe [0xEF53, 0x5846_5342].contains(hometask_file_system(path))
        guard isOrdered else { return flushFileSystem(of: path) }
        let name = gitDirectory + reference
        try? HometaskGit.flush(String(name[..<(name.lastIndex(of: "/") ?? name.endIndex)]))
    }
}

extension RemoteURL {
    /// The settings of `receive.denyCurrentBranch` with which git takes a push into a working tree.
    private static let takingSettings = ["false", "ignore", "warn", "updateinstead", "no", "off", "0"]

    /// The folder that an address names, where that is a repository of this machine with a working tree: git refuses a
    /// push of the branch that is checked out there, unless its settings say otherwise.
    public static func workingFolder(at address: String) -> String? {
        guard let path = localPath(address), let repository = try? Repository.open(at: path),
            let folder = repository.workingDirectory
        else { return nil }
        let setting = (try? repository.configValue("receive.denyCurrentBranch"))?.lowercased() ?? "refuse"
        return takingSettings.contains(setting) ? nil : folder
    }
}
