// SPDX-License-Identifier: Apache-2.0
import CProcess
import Glibc

/// The lock files of one repository, here or at a remote that is a folder of this machine.
public struct RepositoryLocks: Sendable {
    private let gitDirectory: String
    private let commonDirectory: String
    private let folders: [String]

    /// The locks of a repository at a path: a git directory, or a working tree with one in it.
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

    /// Those that are there, with who was found to hold them.
    public var found: [LockFile] { paths.compactMap { LockFile.find($0, of: folders) } }

    /// Removes those that are surely dead.
    ///
    /// - Returns: those that stay.
    @discardableResult
    public func clear() -> [LockFile] {
        paths.compactMap { LockFile.clear($0, of: folders) }
    }

    /// Removes the lock of one file, where it is surely dead.
    ///
    /// - Parameter path: the file that is locked, without `.lock`.
    func clear(of path: String) -> LockFile? { LockFile.clear(path + ".lock", of: folders) }

    /// The lock of a reference.
    func clear(ofReference name: String) -> LockFile? {
        clear(of: (name.hasPrefix("refs/") ? commonDirectory : gitDirectory) + name)
    }

    /// Whether there is a folder, and no link to one, which may lead in a circle.
    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private var paths: [String] {
        // Of the index, of HEAD and ORIG_HEAD; of packed references, the configuration, what a shallow clone lacks.
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

extension Repository {
    /// The lock files that may stand in the way here.
    public var locks: RepositoryLocks {
        RepositoryLocks(
            gitDirectory: gitDirectory, commonDirectory: commonDirectory, workingDirectory: workingDirectory)
    }
}
