// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskSystem

/// The local data of a device: small files in `hometask/` in the git directory, each replaced atomically, and readable
/// only by its owner.
struct LocalFiles: Sendable {
    /// The folder, with a trailing slash.
    let folder: String

    init(gitDirectory: String) {
        self.init(folder: gitDirectory + "hometask/")
    }

    init(folder: String) { self.folder = folder }

    /// Returns a file's bytes; nil if it is missing.
    func read(_ name: String) throws -> [UInt8]? {
        do {
            return try WholeFile.read(folder + name, limit: 64 << 20)
        } catch {
            throw error.replicaError
        }
    }

    /// Replaces a file; nil removes it.
    ///
    /// - Parameter durably: whether it must survive a power cut.
    func replaceFile(_ name: String, _ bytes: [UInt8]?, durably: Bool = false) throws {
        do {
            guard let bytes else {
                unlink(folder + name)
                return
            }
            if mkdir(folder, 0o700) != 0, errno != EEXIST { throw FileError(folder, "make", number: errno) }
            try WholeFile.replace(folder + name, with: bytes, mode: 0o600, durably: durably)
        } catch let error as FileError {
            throw error.replicaError
        }
    }

    /// Appends to a file, and creates it if it is missing.
    ///
    /// - Returns: the new length of the file.
    func append(_ name: String, _ bytes: [UInt8]) throws -> Int {
        do throws(FileError) {
            return try WholeFile.append(bytes, to: folder + name, mode: 0o600)
        } catch {
            throw error.replicaError
        }
    }

    /// Changes a file in place if its length stays the same: for data that is read again under a lock before it is
    /// used.
    func update(_ name: String, _ bytes: [UInt8]) throws {
        if !WholeFile.overwrite(folder + name, with: bytes) { try replaceFile(name, bytes) }
    }

    /// Removes the files of processes that were killed while replacing a file.
    func removeLeftovers() {
        for name in FolderNames.read(folder) ?? [] {
            let parts = name.split(separator: ".")
            guard parts.count > 2, parts.last == "new", let process = pid_t(parts[parts.count - 2]) else { continue }
            if process > 0, kill(process, 0) != 0, errno == ESRCH { unlink(folder + name) }
        }
    }

    /// Returns the time of a file's last write, in seconds since 1970; nil if it is missing.
    func written(_ name: String) -> Int? {
        var status = stat()
        return lstat(folder + name, &status) == 0 ? status.st_mtim.tv_sec : nil
    }
}
