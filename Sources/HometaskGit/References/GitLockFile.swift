// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import CProcess
import HometaskPlatform

/// A git lock file that blocks an operation.
///
/// git creates such a file before it changes another one, and removes it afterwards (gitformat-index(5), git's
/// `lockfile.h`). If a program is killed in between, the file stays and blocks all writers. Only a lock that is
/// certainly stale is removed: the file has existed for a while, no process has it open, and no git program works in
/// its repository. Git may close a lock file and still hold the lock while an editor or a hook runs, so a git program
/// that works in the repository counts as the lock's owner.
public struct GitLockFile: Hashable, Sendable {
    /// The path of the lock file, such as `/home/mia/family/.git/index.lock`.
    public let path: String
    /// Its age in seconds, by the clock of this machine; zero if its time is in the future.
    public let age: Int
    /// A description of the owner; nil if none was found.
    public let owner: String?

    private let inode: ino_t
    private let made: Int64

    /// Examines a lock file without searching for its owner; nil if it does not exist.
    private init?(at path: String, owner: String? = nil) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.path = path
        self.owner = owner
        age = max(0, time(nil) - status.st_mtim.tv_sec)
        inode = status.st_ino
        made = status.st_mtim.nanoseconds
    }

    /// Finds a lock file and its owner; nil if it does not exist.
    static func find(_ path: String, of repository: [String]) -> GitLockFile? {
        GitLockFile(at: path, owner: owner(of: path, repository))
    }

    /// Removes a lock file that is certainly stale; waits briefly if it is too new to tell.
    ///
    /// - Parameters:
    ///   - path: the lock file.
    ///   - repository: the folders of the repository: its git directory, and its working tree if it has one.
    /// - Returns: the lock file with its owner if it stays; nil if it is gone.
    public static func clear(_ path: String, of repository: [String]) -> GitLockFile? {
        clear(path, of: repository, waitingBy: { usleep(UInt32($0) * 1_000_000) })
    }

    /// - Parameter wait: waits for a number of seconds.
    static func clear(_ path: String, of repository: [String], waitingBy wait: (Int) -> Void) -> GitLockFile? {
        guard let found = GitLockFile(at: path) else { return nil }
        let staleAge = StaleAge(for: path)
        if found.age <= staleAge.seconds {
            guard staleAge.allowsWaiting else { return GitLockFile(at: path, owner: owner(of: path, repository)) }
            wait(staleAge.seconds)
        }
        // If it is another lock file by now, its owner is alive.
        guard let now = GitLockFile(at: path) else { return nil }
        let owner = owner(of: path, repository)
        guard owner == nil, now.isSame(as: found) else { return GitLockFile(at: path, owner: owner) }
        return now.remove() ? nil : GitLockFile(at: path)
    }

    private static func owner(of path: String, _ repository: [String]) -> String? {
        LockOwner.find(of: path, in: repository)?.description
    }

    private func isSame(as other: GitLockFile) -> Bool { inode == other.inode && made == other.made }

    /// Removes the lock file if it is still the one that was examined: another process may have removed that file in
    /// the meantime, and a third may have created its own.
    func remove() -> Bool {
        let aside = path + ".dead-\(getpid())"
        guard unsafe rename(path, aside) == 0 else { return errno == ENOENT }
        defer { unsafe unlink(aside) }
        if let moved = GitLockFile(at: aside), moved.isSame(as: self) { return true }
        unsafe link(aside, path)
        return false
    }
}

extension GitLockFile {
    /// Returns the error of an operation that timed out waiting for the lock.
    func error(locking what: String) -> GitError { GitError(.locked, operation: "lock \(what)", detail: description) }
}

extension GitLockFile: CustomStringConvertible {
    /// The path, the age and the owner: `/f/.git/index.lock (12 s old, held by git, process 4711)`.
    public var description: String {
        let old = age < 120 ? "\(age) s" : age < 7200 ? "\(age / 60) min" : "\(age / 3600) h"
        return "\(path) (\(old) old, \(owner.map { "held by \($0)" } ?? "no owner found"))"
    }
}

/// The age from which a lock may be stale.
private struct StaleAge {
    let seconds: Int
    /// Whether the age is low enough to wait for.
    var allowsWaiting: Bool { seconds < 60 }

    /// On a local disk every process that may hold the lock is visible: one second. In a container some processes are
    /// not: ten seconds. On a network file system the processes of other machines are not: an hour.
    init(for path: String) {
        guard Self.isLocal(path) else {
            seconds = 3600
            return
        }
        seconds = Self.seesAllProcesses ? 1 : 10
    }

    private static let localFileSystems: Set<Int> = [
        0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0xF2F5_2010, 0x4D44, 0x2011_BAB0, 0x7366_746E, 0x794C_7630,
        0x2FC1_2FC1, 0x8584_58F6, 0xCA45_1A4E,
    ]

    private static func isLocal(_ path: String) -> Bool {
        unsafe localFileSystems.contains(hometask_file_system(path))
    }

    /// Whether this process is in the initial PID namespace (pid_namespaces(7)), which always has the same number.
    private static let seesAllProcesses: Bool = {
        var buffer = [CChar](repeating: 0, count: 64)
        let length = unsafe readlink("/proc/self/ns/pid", &buffer, buffer.count - 1)
        guard length > 0 else { return false }
        return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            == "pid:[4026531836]"
    }()
}
