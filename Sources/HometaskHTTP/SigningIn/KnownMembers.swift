// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import Synchronization

/// A cache of which members of a family are in it or have left, for the version noted last.
final class KnownMembers: Sendable {
    private let known = Mutex<(version: String, members: [DocumentID: Bool])>(("", [:]))

    /// Whether a member is in the family; nil if unknown for the version.
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
