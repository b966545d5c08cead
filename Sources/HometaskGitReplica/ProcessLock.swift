// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskFamily
import HometaskSystem

/// A lock between the processes that use one repository.
///
/// A kernel lock on a file. It is released when the process that holds it ends, so a killed command leaves nothing
/// behind. Its holder may take it again. If two locks are taken, the working tree's comes first and the branch's
/// second.
///
/// Not for several threads: it belongs to one `GitReplica`.
final class ProcessLock {
    private let path: String
    private var isHeld = false

    init(path: String) {
        self.path = path
    }

    func withLock<Result>(_ body: () throws -> Result) throws -> Result {
        if isHeld { return try body() }
        let file = try openFile()
        defer { close(file) }
        try wait(for: file)
        isHeld = true
        defer { isHeld = false }
        return try body()
    }

    /// The same, but if another process holds the lock, nothing is done and nil is returned.
    func withLockIfFree<Result>(_ body: () throws -> Result?) throws -> Result? {
        let file = try openFile()
        defer { close(file) }
        guard FileLock.take(file) == .taken else { return nil }
        isHeld = true
        defer { isHeld = false }
        return try body()
    }

    private func openFile() throws -> Int32 {
        if let slash = path.lastIndex(of: "/") { mkdir(String(path[..<slash]), 0o700) }
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw FileError(path, "lock", number: errno).replicaError }
        return file
    }

    private func wait(for file: Int32) throws {
        switch FileLock.take(file, patience: 30_000) {
        case .taken: break
        case .failed(let number): throw FileError(path, "lock", number: number).replicaError
        case .held:
            throw ReplicaError(
                .busy, "another hometask process has locked the family's repository for thirty seconds",
                hint: "Wait for it to end, or stop it if it hangs, and try again.")
        }
    }
}
