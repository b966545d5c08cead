// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import Synchronization

/// Which members of a family are known to be in it or to have left, as of the version that was asked for last.
final class KnownMembers: Sendable {
    private let known = Mutex<(version: String, members: [DocumentID: Bool])>(("", [:]))

    /// Whether a member is in the family; nil if that is not known of the version.
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
