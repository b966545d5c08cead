// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPlatform
import HometaskSystem

/// A lock between the processes that use one repository.
///
/// A kernel lock on a file. It is released when the process that holds it ends, so a killed command leaves nothing
/// behind. ``withLock(_:)`` is reentrant. If two locks are taken, the working tree's comes first and the branch's
/// second.
///
/// Not thread-safe; owned by one ``ReplicaParts``.
final class ProcessLock {
    private let path: String
    private var isHeld = false

    init(path: String) {
        self.path = path
    }

    func withLock<Result>(_ body: () throws -> Result) throws -> Result {
        if isHeld { return try body() }
        guard let lock = try acquire(patience: 30_000) else {
            throw ReplicaError(
                .busy, "another hometask process has locked the family's repository for thirty seconds",
                hint: "Wait for it to end, or stop it if it hangs, and try again.")
        }
        return try run(body, holding: lock)
    }

    /// Runs a closure under the lock; returns nil at once if another process holds it.
    func withLockIfFree<Result>(_ body: () throws -> Result?) throws -> Result? {
        guard let lock = try acquire(patience: 0) else { return nil }
        return try run(body, holding: lock)
    }

    private func run<Result>(_ body: () throws -> Result, holding lock: LockFile) throws -> Result {
        isHeld = true
        defer { isHeld = false }
        return try lock.hold(body)
    }

    private func acquire(patience: Int) throws -> LockFile? {
        if let slash = path.lastIndex(of: "/") { mkdir(String(path[..<slash]), 0o700) }
        do throws(FileError) {
            return try LockFile.acquire(path, patience: patience)
        } catch {
            throw error.replicaError
        }
    }
}
