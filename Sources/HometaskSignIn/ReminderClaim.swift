// SPDX-License-Identifier: Apache-2.0

import HometaskSystem

/// The exclusive right to remind the phones of a family. One server at a time holds it among those that share a
/// database, so that no phone is reminded twice. It is released with this object, or with the process.
public final class ReminderClaim: Sendable {
    private let lock: LockFile

    init(holding lock: LockFile) { self.lock = lock }
}
