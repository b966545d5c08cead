// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPlatform
import HometaskSystem

/// Removes folders without ever following a link out of them.
enum FolderRemoval {
    /// Returns whether anything exists at a path, including a dangling link.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Returns whether the path is a folder and not a link to one.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns a path with its symbolic links resolved; the path itself if it does not exist.
    static func real(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Returns the names in a folder, in byte order; none if it cannot be read.
    static func names(in folder: String) -> [String] {
        let file = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        return file < 0 ? [] : names(inOpened: file)
    }

    /// Removes a folder with its contents. Links in it are removed, but not their targets.
    static func remove(_ folder: String) throws {
        let file = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { throw failure(folder) }
        try removeContents(opened: file, folder)
        guard rmdir(folder) == 0 else { throw failure(folder) }
    }

    /// Removes an entry of a folder: a folder with its contents, or only a file or link.
    static func removeEntry(_ name: String, of folder: String) throws {
        let path = "\(folder)/\(name)"
        if isFolder(path) {
            try remove(path)
        } else if unlink(path) != 0, errno != ENOENT {
            throw failure(path)
        }
    }

    /// Removes a file below a folder, if it exists, and those of its parent folders that are then empty. If the path
    /// contains a link, nothing is removed.
    static func removeFile(_ path: String, below root: String) throws {
        var folders = [open(root, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)]
        guard folders[0] >= 0 else { return }
        defer { for folder in folders { close(folder) } }
        let parts = path.split(separator: "/").map(String.init)
        for (index, part) in parts.dropLast().enumerated() {
            let next = openat(folders[index], part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard next >= 0 else { break }
            folders.append(next)
        }
        if folders.count == parts.count, unlinkat(folders[parts.count - 1], parts[parts.count - 1], 0) != 0,
            errno != ENOENT, errno != EISDIR
        {
            throw failure("\(root)/\(path)")
        }
        for index in (0..<folders.count - 1).reversed() {
            guard unlinkat(folders[index], parts[index], AT_REMOVEDIR) == 0 else { return }
        }
    }

    /// Returns all files below a folder, by path. Empty folders are included; links are not followed.
    static func files(below folder: String) -> [String] {
        names(in: folder).flatMap { name in
            let path = "\(folder)/\(name)"
            guard isFolder(path) else { return [name] }
            let inner = files(below: path)
            return inner.isEmpty ? [name + "/"] : inner.map { "\(name)/\($0)" }
        }
    }

    /// Removes the contents of a folder and, unless `keepingFolder` is set, the folder.
    static func removeContents(of folder: String, keepingFolder: Bool) throws {
        let file = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { throw failure(folder) }
        try removeContents(opened: file, folder)
        if !keepingFolder, rmdir(folder) != 0 { throw failure(folder) }
    }

    /// Removes the contents of an opened folder, and closes it. All access is through open file descriptors, so a link
    /// created concurrently cannot redirect it.
    private static func removeContents(opened folder: Int32, _ path: String) throws {
        let copy = dup(folder)
        defer { close(folder) }
        for name in copy < 0 ? [] : names(inOpened: copy) {
            if unlinkat(folder, name, 0) == 0 { continue }
            guard errno == EISDIR || errno == EPERM else { throw failure("\(path)/\(name)") }
            let inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard inner >= 0 else { throw failure("\(path)/\(name)") }
            try removeContents(opened: inner, "\(path)/\(name)")
            guard unlinkat(folder, name, AT_REMOVEDIR) == 0 else { throw failure("\(path)/\(name)") }
        }
    }

    private static func names(inOpened file: Int32) -> [String] { (FolderNames.read(opened: file) ?? []).sorted() }

    static func failure(_ path: String) -> ReplicaError {
        let code: ReplicaError.Code = [EACCES, EPERM, EROFS].contains(errno) ? .permission : .inputOutput
        return ReplicaError(code, "cannot remove \(path): \(String(cString: strerror(errno)))")
    }
}
