// SPDX-License-Identifier: Apache-2.0

import Glibc
public import HometaskDocuments
import HometaskSystem

/// The right to remind the phones of a family. Of several servers that use one database, one has it at a time, so that no
/// phone is reminded twice. It ends with this object, or with the process.
public final class ReminderClaim: Sendable {
    private let file: Int32

    init(holding file: Int32) { self.file = file }

    deinit { close(file) }
}

extension SignInStore {
    /// Claims the right to remind the phones of a family.
    ///
    /// - Returns: nil if another server has it.
    /// - Throws: ``SignInFault`` (`unavailable`) if the file for it, beside the database, cannot be used.
    public func claimReminders(of family: DocumentID) throws -> ReminderClaim? {
        let name = "\(path).\(family).lock"
        return try Self.translating {
            let file = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard file >= 0 else { throw FileError(name, "open", number: errno) }
            let claim = ReminderClaim(holding: file)
            switch FileLock.take(file) {
            case .taken: return claim
            case .held: return nil
            case .failed(let number): throw FileError(name, "lock", number: number)
            }
        }
    }
}
