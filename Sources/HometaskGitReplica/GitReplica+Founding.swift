// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging
import HometaskReplica

extension GitReplica {
    /// Makes the first commit of a new family.
    func begin(_ family: FamilyDraft) throws {
        var identity = try currentIdentity(store.branch())
        identity.name = family.device
        try keep(identity)
        _ = try write(command: nil) { transaction in
            try transaction.create(
                .family,
                [
                    "name": .string(family.name), "zone": .string(family.zone),
                    "email": family.email.map { .string($0) },
                    "created": ["at": .string(transaction.now.rfc3339)],
                ])
            try transaction.addFirstViews()
            transaction.tell("founded the family")
        }
    }
}
