// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import Synchronization

/// Caches which members are in a family or have left it, for the most recently noted version.
final class KnownMembers: Sendable {
    private let known = Mutex<(version: String, members: [DocumentID: Bool])>(("", [:]))

    /// Returns whether a member is in the family; nil if unknown for the version.
    func isPresent(_ id: DocumentID, asOf version: String) -> Bool? {
        known.withLock { $0.version == version ? $0.members[id] : nil }
    }

    func note(_ id: DocumentID, _ isPresent: Bool, asOf version: String) {
        known.withLock { known in
            if known.version != version { known = (version, [:]) }
            known.members[id] = isPresent
        }
    }
}
