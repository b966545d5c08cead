// SPDX-License-Identifier: Apache-2.0

import HometaskGit
import HometaskPlatform
import HometaskSystem

/// A location in the working tree for a path of a tree, which may come from an untrusted source.
///
/// Invariant: nothing is read, written or removed through a link, outside the working tree, or in the git directory.
struct WorkTreePath {
    private let root: String
    private let parts: [Substring]

    /// - Parameter root: the working tree, with a trailing slash.
    /// - Returns: nil for a path that no file of the working tree can have.
    init?(_ path: String, below root: String) {
        guard Self.isProper(path) else { return nil }
        self.root = root
        parts = path.split(separator: "/", omittingEmptySubsequences: false)
    }

    /// Returns whether a path stays inside the working tree on every file system, is UTF-8, and is not too long for
    /// git's index and the system.
    static func isProper(_ path: String) -> Bool {
        isIndexable(path) && PathName.bytes(path).elementsEqual(path.utf8)
    }

    /// Returns whether git's index accepts a path, whether it is UTF-8 or not.
    static func isIndexable(_ path: String) -> Bool {
        path.utf8.count < 4000 && PathName.objection(to: path) == nil
    }

    /// Returns whether a remote may determine the file at a path. Programs obey files whose names begin with a dot, and
    /// git takes a folder that contains a file `HEAD` for a repository.
    static func isPlain(_ path: String) -> Bool {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return !parts.contains { $0.first == UInt8(ascii: ".") }
            && parts.last.map { String(decoding: $0, as: UTF8.self).lowercased() } != "head"
    }

    /// The path, relative to the root, of whatever prevents the file from being written: a parent that is not a folder,
    /// or something other than a file at the path itself. Nil if nothing is in the way.
    var obstacle: String? {
        var path = root
        for (number, part) in parts.enumerated() {
            path += (number == 0 ? "" : "/") + part
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            let isLast = number == parts.count - 1
            if status.st_mode & S_IFMT != (isLast ? S_IFREG : S_IFDIR) { return String(path.dropFirst(root.count)) }
        }
        return nil
    }

    /// Whether all existing folders above it are folders rather than links.
    var isReachable: Bool {
        folders.allSatisfy { folder in
            var status = stat()
            return lstat(folder, &status) != 0 || status.st_mode & S_IFMT == S_IFDIR
        }
    }

    /// Creates the folders above it.
    ///
    /// - Returns: false if something else is in the place of one, or the file system cannot represent its name.
    func makeFolders() throws -> Bool {
        for folder in folders {
            var status = stat()
            if lstat(folder, &status) == 0 {
                if status.st_mode & S_IFMT != S_IFDIR { return false }
            } else if mkdir(folder, 0o755) != 0, errno != EEXIST {
                let error = FileError(folder, "make", number: errno)
                if error.meansUnfitName { return false }
                throw error.replicaError
            }
        }
        return true
    }

    private var folders: [String] {
        parts.indices.dropFirst().map { root + parts[..<$0].joined(separator: "/") }
    }
}
