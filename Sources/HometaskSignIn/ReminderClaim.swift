// SPDX-License-Identifier: Apache-2.0

import HometaskSystem

/// The right to remind the phones of a family. Of several servers that use one database, one has it at a time, so that no
/// phone is reminded twice. It ends with this object, or with the process.
public final class ReminderClaim: Sendable {
    private let lock: LockFile

    init(holding lock: LockFile) { self.lock = lock }
}
