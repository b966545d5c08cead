// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPlatform
import HometaskSystem
import Synchronization

/// A file that is written incrementally and renamed into place when complete.
///
/// The guarantees are those of ``WholeFile``: the path names either the old file or the new one, even after a power
/// failure.
final class FileDraft: Sendable {
    private let path: String
    private let draft: String
    /// The descriptor of the draft; nil after ``finish()``.
    private let file: Mutex<Int32?>

    /// Creates a draft for a path. A symbolic link is not followed, because another user may have created it, and only
    /// a regular file is overwritten.
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
        let draft = WholeFile.draft(of: self.path)
        do throws(FileError) {
            file = Mutex(try WholeFile.openDraft(draft, mode: 0o644, for: path))
        } catch {
            throw error.replicaError
        }
        self.draft = draft
    }

    /// Throws an error if the folder of a path does not exist: a typo must not create a folder.
    static func requireFolder(of path: String) throws {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        guard access(folder, F_OK) != 0 else { return }
        throw ReplicaError(
            .notFound, "there is no folder \(folder)", hint: "Create it, or name a file in another folder.")
    }

    deinit {
        // An unfinished draft is deleted.
        guard let descriptor = file.withLock({ $0 }) else { return }
        close(descriptor)
        unlink(draft)
    }

    func writeBytes(_ bytes: [UInt8]) throws {
        do {
            try file.withLock { try WholeFile.writeBytes(bytes, to: $0 ?? -1, path: path) }
        } catch let error as FileError {
            throw error.replicaError
        }
    }

    /// Flushes the draft to disk, then renames it into place.
    func finish() throws {
        do {
            try file.withLock { file in
                guard let descriptor = file else { return }
                file = nil
                try WholeFile.complete(draft, descriptor, as: path, durably: true, evenWithoutFlushing: true)
            }
        } catch let error as FileError {
            throw error.replicaError
        }
    }
}
