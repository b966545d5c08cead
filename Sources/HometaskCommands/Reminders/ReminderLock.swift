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
    /// How long to wait for another process, in milliseconds.
    private static let patience = 30_000

    /// Waits for the lock.
    ///
    /// - Throws: `ReplicaError.Code.busy` if another process does not release it.
    init(_ replica: any Replica) async throws {
        guard let folder = replica.derivedFolder else {
            file = -1
            return
        }
        mkdir(folder, 0o700)
        let path = folder + "/reminders-lock"
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else {
            throw ReplicaError(.inputOutput, "cannot lock \(path): \(String(cString: strerror(errno)))")
        }
        self.file = file
        var waited = 0
        while FileLock.take(file) != .taken {
            guard waited < Self.patience else {
                throw ReplicaError(
                    .busy, "another hometask has been sending this family's reminders for thirty seconds",
                    hint: "They stay due; wait for it to end, or stop it if it hangs.")
            }
            try await Task.sleep(for: .milliseconds(20))
            waited += 20
        }
    }

    deinit {
        if file >= 0 { close(file) }
    }
}
