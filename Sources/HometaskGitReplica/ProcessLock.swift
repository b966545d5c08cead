// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskReplica

/// A lock between the processes that use one repository.
///
/// A lock of the kernel on a file: it goes with the process that holds it, so a killed command leaves nothing behind.
/// The branch's is held while a commit is announced and the branch moved, no longer; what takes time is done before, and
/// thrown away if the branch has moved meanwhile.
struct ProcessLock {
    let path: String

    func withLock<Result>(_ body: () throws -> Result) throws -> Result {
        if let slash = path.lastIndex(of: "/") { mkdir(String(path[..<slash]), 0o700) }
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw FileError(path, "lock", errno).replicaError }
        defer { close(file) }
        var waited = 0
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw FileError(path, "lock", errno).replicaError }
            guard waited < 10_000 else {
                throw ReplicaError(
                    .busy, "another hometask has kept the family's repository locked for ten seconds",
                    hint: "Wait for it to end, or look for a hometask that hangs, and try again.")
            }
            usleep(2000)
            waited += 2
        }
        return try body()
    }
}
