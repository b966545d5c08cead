// SPDX-License-Identifier: Apache-2.0

import CProcess
import HometaskPlatform
import HometaskSystem

/// The lock files of one repository, here or at a remote that is a folder on this machine.
public struct RepositoryLocks: Sendable {
    private let gitDirectory: String
    private let commonDirectory: String
    private let folders: [String]

    /// Creates the locks of the repository at a path: a git directory, or a working tree that contains one.
    public init(at path: String) {
        let path = path.hasSuffix("/") ? path : path + "/"
        let inside = path + ".git/"
        gitDirectory = unsafe access(inside, F_OK) == 0 ? inside : path
        commonDirectory = gitDirectory
        folders = [path]
    }

    init(gitDirectory: String, commonDirectory: String, workingDirectory: String?) {
        self.gitDirectory = gitDirectory
        self.commonDirectory = commonDirectory
        folders = [gitDirectory, commonDirectory, workingDirectory].compactMap(\.self)
    }

    /// The existing lock files, with their owners if found.
    public var found: [GitLockFile] { paths.compactMap { GitLockFile.find($0, of: folders) } }

    /// Removes the lock files that are certainly stale.
    ///
    /// - Returns: the remaining ones.
    @discardableResult
    public func clear() -> [GitLockFile] {
        paths.compactMap { GitLockFile.clear($0, of: folders) }
    }

    /// Removes the lock of one file, if it is certainly stale.
    ///
    /// - Parameter path: the locked file, without `.lock`.
    func clear(of path: String) -> GitLockFile? { GitLockFile.clear(path + ".lock", of: folders) }

    /// Removes the lock of a reference, if it is certainly stale.
    func clear(ofReference name: String) -> GitLockFile? {
        clear(of: (name.hasPrefix("refs/") ? commonDirectory : gitDirectory) + name)
    }

    /// Returns whether a path is a folder and not a link to one, which might form a cycle.
    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private var paths: [String] {
        // The locks of the index, HEAD and ORIG_HEAD, and of `packed-refs`, the configuration and the list of shallow
        // commits.
        var found = Set([gitDirectory, commonDirectory]).sorted().flatMap { folder in
            (FolderNames.read(folder) ?? []).filter { $0.hasSuffix(".lock") }.sorted().map { folder + $0 }
        }
        var open = [commonDirectory + "refs/"]
        while let folder = open.popLast() {
            for name in FolderNames.read(folder) ?? [] {
                if name.hasSuffix(".lock") {
                    found.append(folder + name)
                } else if Self.isFolder(folder + name) {
                    open.append(folder + name + "/")
                }
            }
        }
        return found
    }
}
