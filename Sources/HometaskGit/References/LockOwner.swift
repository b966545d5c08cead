// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskSystem

/// A running process that holds a lock file, or may hold it. Read from proc(5).
struct LockOwner: CustomStringConvertible {
    let process: pid_t
    let name: String

    var description: String { "\(name), process \(process)" }

    /// Returns the first process that has a lock file open, or is a git program that works in the repository.
    ///
    /// - Parameter repository: the folders of the repository.
    static func find(of path: String, in repository: [String]) -> LockOwner? {
        let file = realPath(path) ?? path
        let folders = repository.compactMap { realPath($0) }
        for process in FolderNames.read("/proc")?.compactMap({ pid_t($0) }) ?? [] {
            let name = String(text(process, "comm").prefix { $0 != "\n" })
            if holds(process, file) || (name.hasPrefix("git") && works(process, in: folders)) {
                return LockOwner(process: process, name: name)
            }
        }
        return nil
    }

    private static func holds(_ process: pid_t, _ file: String) -> Bool {
        let folder = "/proc/\(process)/fd"
        return FolderNames.read(folder)?.contains { ProcessFile.target("\(folder)/\($0)") == file } ?? false
    }

    /// Returns whether a process is a git program that works in one of the given folders: the folder is its current
    /// directory, or its arguments or environment name it. A program of another user, which cannot be examined, counts
    /// as one.
    private static func works(_ process: pid_t, in folders: [String]) -> Bool {
        guard let place = ProcessFile.target("/proc/\(process)/cwd") else {
            // A process that has just ended has no current directory, which is not a denied access.
            return errno == EACCES
        }
        let words = text(process, "cmdline") + text(process, "environ")
        return folders.contains { folder in
            place == folder || place.hasPrefix(folder + "/") || words.contains(folder)
        }
    }

    private static func text(_ process: pid_t, _ name: String) -> String {
        String(decoding: ProcessFile.read("/proc/\(process)/\(name)"), as: UTF8.self)
    }

    private static func realPath(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
}
