// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskFamily

/// Removing folders without ever following a link out of them.
enum FolderRemoval {
    /// Whether something is there, be it a link that points nowhere.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Whether it is a folder itself, and no link to one.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// A path with its links resolved; the path itself where there is nothing.
    static func real(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The names in a folder, in byte order; none if it cannot be read.
    static func names(in folder: String) -> [String] {
        let file = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        return file < 0 ? [] : names(inOpened: file)
    }

    /// Removes a folder with all that is in it. Links in it are removed, not what they point to.
    static func remove(_ folder: String) throws {
        let file = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { throw failure(folder) }
        try removeContents(opened: file, folder)
        guard rmdir(folder) == 0 else { throw failure(folder) }
    }

    /// Removes an entry of a folder: a folder with all that is in it, or a file or link alone.
    static func removeEntry(_ name: String, of folder: String) throws {
        let path = "\(folder)/\(name)"
        if isFolder(path) {
            try remove(path)
        } else if unlink(path) != 0, errno != ENOENT {
            throw failure(path)
        }
    }

    /// Removes a file below a folder, and the folders on its way that are empty then, whether or not the file was still
    /// there. Where a link stands on the way, nothing is removed.
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

    /// All that is below a folder, by path; folders count where they are empty, links are not followed.
    static func files(below folder: String) -> [String] {
        names(in: folder).flatMap { name in
            let path = "\(folder)/\(name)"
            guard isFolder(path) else { return [name] }
            let inner = files(below: path)
            return inner.isEmpty ? [name + "/"] : inner.map { "\(name)/\($0)" }
        }
    }

    /// Removes what is in a folder, and the folder unless it is to stay.
    static func removeContents(of folder: String, keepingFolder: Bool) throws {
        let file = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { throw failure(folder) }
        try removeContents(opened: file, folder)
        if !keepingFolder, rmdir(folder) != 0 { throw failure(folder) }
    }

    /// Removes what an opened folder holds, and closes it. Everything is reached through opened folders, so no link
    /// that somebody puts in place in the meantime can lead elsewhere.
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

    private static func names(inOpened file: Int32) -> [String] {
        guard let stream = fdopendir(file) else {
            close(file)
            return []
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    static func failure(_ path: String) -> ReplicaError {
        let code: ReplicaError.Code = [EACCES, EPERM, EROFS].contains(errno) ? .permission : .inputOutput
        return ReplicaError(code, "cannot remove \(path): \(String(cString: strerror(errno)))")
    }
}
