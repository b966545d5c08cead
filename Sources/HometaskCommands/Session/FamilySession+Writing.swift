// SPDX-License-Identifier: Apache-2.0

import HometaskReplica

extension FamilySession {
    /// Changes documents atomically, as one commit, and reports which values of conflicts were replaced, so that none
    /// is lost unnoticed. All commands write through this call.
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
