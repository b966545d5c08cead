// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskSystem

extension SignInStore {
    /// Claims the right to remind the phones of a family.
    ///
    /// - Returns: the claim; nil if another server holds it.
    /// - Throws: ``SignInFault`` (`unavailable`) if the lock file beside the database cannot be used.
    public func claimReminders(of family: DocumentID) throws -> ReminderClaim? {
        let name = "\(path).\(family).lock"
        return try Self.translating { try LockFile.acquire(name).map { ReminderClaim(holding: $0) } }
    }
}
