// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskReplica

/// What a device keeps for itself: small files in `hometask/` inside the git directory, each replaced whole or not at
/// all, and readable by its owner alone.
struct LocalFiles: Sendable {
    /// The folder, with a slash at its end.
    let folder: String

    init(gitDirectory: String) {
        folder = gitDirectory + "hometask/"
    }

    /// A file's bytes; nil where it is missing.
    func read(_ name: String) throws -> [UInt8]? {
        do {
            return try FileBytes.read(folder + name, limit: 64 << 20)
        } catch {
            throw error.replicaError
        }
    }

    /// Replaces a file; nil removes it.
    ///
    /// - Parameter durably: whether it must survive a power cut from now on.
    func write(_ name: String, _ bytes: [UInt8]?, durably: Bool = false) throws {
        do {
            guard let bytes else {
                unlink(folder + name)
                return
            }
            if mkdir(folder, 0o700) != 0, errno != EEXIST { throw FileError(folder, "make", errno) }
            try FileBytes.replace(folder + name, with: bytes, mode: 0o600, durably: durably)
        } catch let error as FileError {
            throw error.replicaError
        }
    }

    /// Adds bytes at the end of a file.
    func append(_ name: String, _ bytes: [UInt8]) throws {
        var whole = try read(name) ?? []
        whole += bytes
        try write(name, whole)
    }
}
