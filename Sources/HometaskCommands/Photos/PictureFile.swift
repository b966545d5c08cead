// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPlatform
import HometaskPluginHost
import HometaskReplica
import HometaskSystem

/// A picture file named by a user or a plugin.
struct PictureFile {
    /// The whole contents of the file.
    let bytes: [UInt8]
    /// Identifies the file and its last modification; a different file of the same name has a different stamp.
    let stamp: [Int]

    /// Reads a file.
    ///
    /// - Throws: `ReplicaError` if it is missing, not a file, or larger than the limit.
    init(_ path: String, limit: Int = PhotoFile.largestOriginal) throws {
        // Opening a special file such as a pipe must not block.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw Self.failure(path, errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw Self.failure(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ReplicaError(.invalidRequest, "\(path) is not a file", hint: "Name the file of a photo.")
        }
        guard status.st_size <= limit else {
            throw ReplicaError(
                .invalidValue,
                "\(path) has \(status.st_size / 1_000_000) MB; the limit is \(limit / 1_000_000) MB",
                hint: "Make it smaller; hosts of git repositories refuse larger files.")
        }
        do throws(FileError) {
            bytes = try WholeFile.readRest(of: file, limit: limit, size: Int(status.st_size), path: path)
        } catch {
            throw Self.failure(path, error.number)
        }
        stamp = [Int(status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec, bytes.count]
    }

    /// Reads a file expected from a plugin.
    ///
    /// - Throws: `PluginHostError` (`fault`) if there is no regular file under this name. A link created by the plugin
    ///   is rejected, because it may point to a file that the plugin itself cannot read.
    init(
        _ name: String, in folder: ScratchFolder, by plugin: UsablePlugin, limit: Int = PhotoFile.largestOriginal
    ) throws {
        guard let bytes = try folder.contents(of: name, limit: limit) else {
            throw PluginHostError(.fault, "the plugin ‘\(plugin.id)’ wrote no regular file at the path in ‘output’")
        }
        self.bytes = bytes
        stamp = [bytes.count]
    }

    private static func failure(_ path: String, _ number: Int32) -> ReplicaError {
        number == ENOENT || number == ENOTDIR
            ? TextFile.missing(path, hint: "Check the file's name.")
            : FileError(path, "read", number: number).replicaError
    }
}
