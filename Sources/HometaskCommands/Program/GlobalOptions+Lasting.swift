// SPDX-License-Identifier: Apache-2.0

import HometaskReplica

extension GlobalOptions {
    /// Records a change that `undo` cannot take back, in the family that is meant, if there is one: `undo` then asks
    /// before it takes back an earlier command. A note that cannot be written is not a failure of the change, which is
    /// made by then.
    ///
    /// - Parameter command: what was run, as `undo` names it: `config set color`.
    func noteLasting(_ command: String) async {
        guard let session = try? await FamilySession.open(self) else { return }
        try? await session.replica.noteLasting(command)
    }
}
