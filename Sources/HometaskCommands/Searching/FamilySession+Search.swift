// SPDX-License-Identifier: Apache-2.0

import HometaskIndex
import HometaskReplica

extension FamilySession {
    /// What a search finds: from the index where it can tell, else by a look at every document.
    func search(_ question: SearchQuestion) async throws -> SearchList {
        let index = replica.derivedFolder.map { FamilyIndex(in: $0) }
        return try await replica.read { [zone] reader in
            try index?.search(question, zone: zone, reading: reader) ?? SearchList(question, reading: reader)
        }
    }
}
