// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskFamily
import HometaskSystem

/// A file that is written piece by piece and takes its name only when it is whole.
final class FileDraft: Sendable {
    private let path: String
    private let draft: String
    private let file: Int32

    /// A draft for a path. A link there is not followed, since somebody else may have put it there; and what is not a
    /// file is not written over.
    ///
    /// - Parameter consent: throws if a file that is there already should stay.
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

    /// Refuses a path in a folder that is not there: a slip in it should make none.
    static func requireFolder(of path: String) throws {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        guard access(folder, F_OK) != 0 else { return }
        throw ReplicaError(
            .notFound, "there is no folder \(folder)", hint: "Create it, or name a file in another folder.")
    }

    deinit {
        // Nothing is left of a draft that was not finished.
        close(file)
        unlink(draft)
    }

    func write(_ bytes: [UInt8]) throws {
        do throws(FileError) {
            try WholeFile.write(bytes, to: file, path)
        } catch {
            throw error.replicaError
        }
    }

    /// Gives the file its name, once it is on the disk.
    func finish() throws {
        guard fsync(file) == 0 || errno == EINVAL, rename(draft, path) == 0 else { throw Self.failure(path) }
    }

    private static func failure(_ path: String) -> ReplicaError {
        FileError(path, "write", errno).replicaError
    }
}
