// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskProcess
import HometaskSystem

/// Reads this user's files on this machine within a limit, and writes them atomically.
enum LocalFile {
    /// Returns a file's bytes; nil if the file does not exist.
    static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8]? {
        do throws(FileError) {
            return try WholeFile.read(path, limit: limit, followingLinks: true, refusingOthers: true)
        } catch {
            throw SystemError(number: error.number)
        }
    }

    /// Replaces a file durably before this returns, and creates the folders above it.
    static func writeFile(_ path: String, _ bytes: [UInt8], mode: mode_t = 0o600) throws(SystemError) {
        makeFolder(folder(of: path))
        do throws(FileError) {
            try WholeFile.replace(path, with: bytes, mode: mode, durably: true)
        } catch {
            throw SystemError(number: error.number)
        }
    }

    /// Returns the folder that contains a path.
    static func folder(of path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        return "/" + parts.dropLast().joined(separator: "/")
    }

    /// Creates a folder and its missing parents, for this user only. Errors are ignored; they surface when the folder
    /// is used.
    static func makeFolder(_ path: String) {
        if mkdir(path, 0o700) == 0 || errno != ENOENT { return }
        let above = folder(of: path)
        guard above != "/", above != path else { return }
        makeFolder(above)
        mkdir(path, 0o700)
    }

    /// Returns the names in a folder, sorted; empty if it cannot be read.
    static func names(in path: String) -> [String] { (FolderNames.read(path) ?? []).sorted() }
}
