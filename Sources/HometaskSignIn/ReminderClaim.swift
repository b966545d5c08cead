// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskSystem

/// The right to remind the phones of a family. Of several servers that use one database, one has it at a time, so that no
/// phone is reminded twice. It ends with this object, or with the process.
public final class ReminderClaim: Sendable {
    private let lock: LockFile

    init(holding lock: LockFile) { self.lock = lock }
}

extension SignInStore {
    /// Claims the right to remind the phones of a family.
    ///
    /// - Returns: nil if another server has it.
    /// - Throws: ``SignInFault`` (`unavailable`) if the file for it, beside the database, cannot be used.
    public func claimReminders(of family: DocumentID) throws -> ReminderClaim? {
        let name = "\(path).\(family).lock"
        return try Self.translating { try LockFile.acquire(name).map { ReminderClaim(holding: $0) } }
    }
}
