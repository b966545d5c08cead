// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica

extension FamilySession {
    /// Reports which values of conflicts a write replaced, so that no value disappears unseen.
    func remarkSettled(_ settled: [SettledConflict]) {
        for conflict in settled {
            let words = ConflictFormatter(self, of: conflict.path.kind)
            let value = words.value(conflict.value, of: conflict.field, conflict.member)
            let name =
                conflict.member.map { "\($0.name == "done" ? "mark" : $0.name) of an item" }
                ?? TaskField.title(of: conflict.field)
            output.remark(
                "note: this resolved a conflict: the \(name) ‘\(value)’ of another device was replaced; 'hometask history' shows it"
            )
        }
    }
}
