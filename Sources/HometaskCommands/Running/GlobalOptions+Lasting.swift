// SPDX-License-Identifier: Apache-2.0

import HometaskReplica

extension GlobalOptions {
    /// Has `undo` know of a change that it cannot take back, in the family that is meant, if there is one: it takes back no
    /// earlier command unasked then. The change is made, and nothing that fails here takes it back.
    ///
    /// - Parameter command: what was run, as `undo` names it: `config set color`.
    func noteLasting(_ command: String) async {
        guard let session = try? await FamilySession.open(self) else { return }
        try? await session.replica.noteLasting(command)
    }
}
