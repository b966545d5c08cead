// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskFamily
import HometaskReplica
import HometaskSystem

/// A lock that is held while reminders are sent, so that two processes do not send the same one.
///
/// It is a kernel lock on a file, which is released when its process ends.
final class ReminderLock {
    private let file: Int32
    /// Waits for the lock.
    ///
    /// - Throws: `ReplicaError.Code.busy` if another process does not release it.
    init(_ storage: any DocumentStorage) throws {
        guard let folder = storage.derivedFolder else {
            file = -1
            return
        }
        mkdir(folder, 0o700)
        let path = folder + "/reminders-lock"
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else {
            throw Self.failure(path, errno)
        }
        self.file = file
        switch FileLock.take(file, patience: 30_000) {
        case .taken: break
        case .failed(let number): throw Self.failure(path, number)
        case .held:
            throw ReplicaError(
                .busy, "another hometask has been sending this family's reminders for thirty seconds",
                hint: "They stay due; wait for it to end, or stop it if it hangs.")
        }
    }

    private static func failure(_ path: String, _ number: Int32) -> ReplicaError {
        ReplicaError(.inputOutput, "cannot lock \(path): \(String(cString: strerror(number)))")
    }

    deinit {
        if file >= 0 { close(file) }
    }
}
