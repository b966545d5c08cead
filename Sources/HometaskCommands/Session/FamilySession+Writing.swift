// SPDX-License-Identifier: Apache-2.0

import HometaskReplica

extension FamilySession {
    /// Changes documents as one commit, all or none, and tells the user which values of conflicts were replaced, so that no
    /// value disappears unseen. All commands write through this call.
    ///
    /// - Parameters:
    ///   - command: the command's name, by which `undo` finds the commit; nil if it cannot be undone.
    ///   - choosesValues: whether the command is the user's choice between the values of conflicts.
    @discardableResult
    func write<Result: Sendable>(
        command: String?, choosesValues: Bool = false, body: @Sendable (Transaction) throws -> Result
    ) async throws -> WriteResult<Result> {
        let written = try await replica.write(command: command, body)
        if !choosesValues { report.remarkSettled(written.settled) }
        return written
    }
}
