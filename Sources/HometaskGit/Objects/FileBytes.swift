// SPDX-License-Identifier: Apache-2.0

import CProcess
import HometaskPlatform
import HometaskSystem

/// Reads and writes whole files of the git directory.
enum FileBytes {
    /// Returns the content of a file.
    static func read(_ path: String) throws(GitError) -> [UInt8] {
        do throws(FileError) {
            if let bytes = try WholeFile.read(path, limit: .max) { return bytes }
        } catch {
            throw GitError.failure(error.operation, path, cause: error.number)
        }
        throw GitError.failure("read", path, cause: ENOENT)
    }

    /// Replaces a file atomically and flushes its content; the caller flushes its name with the folder.
    ///
    /// - Parameter draft: the path of the file while it is written, on the same file system.
    static func replace(_ path: String, with bytes: [UInt8], via draft: String) throws(GitError) {
        do throws(FileError) {
            try WholeFile.replace(path, with: bytes, mode: 0o444, durably: true, flushingName: false, via: draft)
        } catch {
            throw GitError.failure(error.operation, path, cause: error.number)
        }
    }

    /// Creates a file, which must not exist yet, with the permissions of another file: members of the family may share
    /// the repository through a Unix group.
    static func writeBytes(_ bytes: [UInt8], to path: String, asReadableAs other: String) throws(GitError) {
        var status = stat()
        let mode = unsafe stat(other, &status) == 0 ? status.st_mode & 0o777 : 0o666
        do throws(FileError) {
            try WholeFile.create(path, with: bytes, mode: mode)
        } catch {
            throw GitError.failure(error.operation, path, cause: error.number)
        }
    }
}
