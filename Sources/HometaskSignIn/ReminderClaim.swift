// SPDX-License-Identifier: Apache-2.0

import HometaskSystem

/// The exclusive right to remind the phones of a family. Of the servers that share a database, only one holds the claim
/// at a time, so that no phone is reminded twice. The claim is released when this object is deallocated or the process
/// exits.
public final class ReminderClaim: Sendable {
    private let lock: LockFile

    init(holding lock: LockFile) { self.lock = lock }
}
