// SPDX-License-Identifier: Apache-2.0

import HometaskReplica

extension FamilySession {
    /// Changes documents as one commit, all or none, and tells the user which values of conflicts were replaced, so that no
    /// value disappears unseen. All commands write through this call.
    ///
    /// - Parameter command: the command's name, by which `undo` finds the commit; nil if it cannot be undone.
    @discardableResult
    func write<Result: Sendable>(
        command: String?, _ body: @Sendable (Transaction) throws -> Result
    ) async throws -> WriteResult<Result> {
        let written = try await replica.write(command: command, body)
        report.remarkSettled(written.settled)
        return written
    }
}
