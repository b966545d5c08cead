// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPlatform
import HometaskReplica
import HometaskSystem

/// A lock held while reminders are sent, so that two processes do not send the same one.
///
/// It is a kernel lock on a file, which is released when its process ends.
struct ReminderLock {
    private let file: LockFile?

    /// Waits for the lock.
    ///
    /// - Throws: `ReplicaError.Code.busy` if another process does not release it.
    init(_ storage: any DocumentStorage) throws {
        guard let folder = storage.derivedFolder else {
            file = nil
            return
        }
        mkdir(folder, 0o700)
        do throws(FileError) {
            file = try LockFile.acquire(folder + "/reminders-lock", patience: 30_000)
        } catch {
            throw error.replicaError
        }
        if file == nil {
            throw ReplicaError(
                .busy, "another hometask has been sending this family's reminders for thirty seconds",
                hint: "They stay due; wait for it to end, or stop it if it hangs.")
        }
    }
}
