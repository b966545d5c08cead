// SPDX-License-Identifier: Apache-2.0

import HometaskReplica

extension GlobalOptions {
    /// Records a change that `undo` cannot revert in the family named by the options, if there is one, so that `undo`
    /// asks before it reverts an earlier command. The change has already been made, so a failure to record it is not an
    /// error.
    ///
    /// - Parameter command: the name of the command for `undo`: `config set color`.
    func noteLasting(_ command: String) async {
        guard let session = try? await FamilySession.open(self) else { return }
        try? await session.replica.noteLasting(command)
    }
}
