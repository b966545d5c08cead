// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskFamily
import HometaskSystem

/// A file that is written piece by piece and gets its name only when it is complete.
final class FileDraft: Sendable {
    private let path: String
    private let draft: String
    private let file: Int32

    /// A draft for a path. A symbolic link is not followed, because somebody else may have put it there, and anything
    /// other than a file is not overwritten.
    ///
    /// - Parameter consent: throws if an existing file should be kept.
    init(at path: String, replacing consent: (String) throws -> Void = { _ in }) throws {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
            throw ReplicaError(
                .invalidRequest, "\(path) is a symbolic link, through which no file is written",
                hint: "Name the file that it points to, or another one.")
        }
        self.path = try TextFile.regularFile(path)
        try consent(self.path)
        draft = "\(self.path).\(getpid()).new"
        file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw Self.failure(path) }
    }

    /// Throws an error if the folder of a path does not exist: a typing mistake must not create a folder.
    static func requireFolder(of path: String) throws {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        guard access(folder, F_OK) != 0 else { return }
        throw ReplicaError(
            .notFound, "there is no folder \(folder)", hint: "Create it, or name a file in another folder.")
    }

    deinit {
        // An unfinished draft is deleted.
        close(file)
        unlink(draft)
    }

    func write(_ bytes: [UInt8]) throws {
        do throws(FileError) {
            try WholeFile.writeBytes(bytes, to: file, path: path)
        } catch {
            throw error.replicaError
        }
    }

    /// Gives the file its name after it has been written to the disk.
    func finish() throws {
        guard fsync(file) == 0 || errno == EINVAL, rename(draft, path) == 0 else { throw Self.failure(path) }
    }

    private static func failure(_ path: String) -> ReplicaError {
        FileError(path, "write", number: errno).replicaError
    }
}
